#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A button that shows "Login" or "Logout", whichever is possible. ``DrupalAuthButtonModel`` is its state.
open class waterwheelAuthButton: UIButton {
    /// Called when the button is pressed without a session.
    public var didPressLogin: () -> Void = {}
    /// Called after a logout that the button has started.
    public var didPressLogout: (_ success: Bool, _ error: NSError?) -> Void = { _, _ in }

    private var model: DrupalAuthButtonModel?

    /// Creates a button for the site of ``waterwheel``.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        configure(for: waterwheelManager.sharedInstance.client)
    }

    /// Creates a button of a storyboard for the site of ``waterwheel``.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        configure(for: waterwheelManager.sharedInstance.client)
    }

    /// Creates a button for a site.
    ///
    /// - Parameter client: The client.
    public convenience init(client: DrupalClient) {
        self.init(frame: .zero)
        configure(for: client)
    }

    /// Shows the state of a client.
    ///
    /// - Parameter client: The client; `nil` if there is no site yet.
    open func configure(for client: DrupalClient?) {
        if model == nil { addTarget(self, action: #selector(pressed), for: .primaryActionTriggered) }
        setTitleColor(tintColor, for: .normal)
        guard let client else { return setTitle("Login", for: .normal) }
        let model = DrupalAuthButtonModel(client: client)
        self.model = model
        model.didPressLogin = { [weak self] in self?.didPressLogin() }
        model.didPressLogout = { [weak self] in self?.didPressLogout($0, $1.map { $0 as NSError }) }
        model.didChange = { [weak self] in self?.showTitle() }
        showTitle()
    }

    private func showTitle() {
        setTitle(model?.title, for: .normal)
        sizeToFit()
    }

    @objc private func pressed() {
        guard let model else { return didPressLogin() }
        Task { await model.press() }
    }
}
#endif
