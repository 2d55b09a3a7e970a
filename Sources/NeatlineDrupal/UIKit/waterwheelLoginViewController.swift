#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A form for logging in and out, which can be subclassed. ``DrupalLoginForm`` is its state.
///
/// ```swift
/// let form = waterwheelLoginViewController()
/// form.loginRequestCompleted = { success, error in
///     if success { form.dismiss(animated: true) }
/// }
/// present(form, animated: true)
/// ```
open class waterwheelLoginViewController: UIViewController {
    /// The name of the account.
    public let usernameField = UITextField()
    /// The password.
    public let passwordField = UITextField()
    /// Logs in, or logs out if there is a session.
    public let submitButton = UIButton(type: .system)
    /// Cancels.
    public let cancelButton = UIButton(type: .system)

    /// Called after a login.
    public var loginRequestCompleted: (_ success: Bool, _ error: NSError?) -> Void = { _, _ in }
    /// Called after a logout.
    public var logoutRequestCompleted: (_ success: Bool, _ error: NSError?) -> Void = { _, _ in }
    /// Called when the cancel button is pressed.
    public var cancelButtonHit: () -> Void = {}

    /// The client; set it before the view is loaded. The site of ``waterwheel``, unless it is set.
    public var client: DrupalClient? = waterwheelManager.sharedInstance.client

    private var form: DrupalLoginForm?
    private let stack = UIStackView()

    /// Creates the subviews.
    open override func viewDidLoad() {
        super.viewDidLoad()
        if let client {
            let form = DrupalLoginForm(client: client)
            self.form = form
            form.loginRequestCompleted = { [weak self] in self?.loginRequestCompleted($0, $1.map { $0 as NSError }) }
            form.logoutRequestCompleted = { [weak self] in self?.logoutRequestCompleted($0, $1.map { $0 as NSError }) }
            form.cancelButtonHit = { [weak self] in self?.cancelButtonHit() }
            form.didChange = { [weak self] in self?.configure(isInit: false) }
        }
        configure(isInit: true)
    }

    /// Configures the subviews.
    ///
    /// - Parameter isInit: Whether they were just created, so that they must be laid out.
    open func configure(isInit: Bool) {
        if isInit {
            #if !os(tvOS)
            view.backgroundColor = .systemBackground
            #endif
            stack.axis = .vertical
            stack.spacing = 12
            stack.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(stack)
            NSLayoutConstraint.activate([
                stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
                stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
                stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
            ])
            layoutUsernameField()
            layoutPasswordField()
            layoutSubmitButton()
            layoutCancelButton()
        }
        if form?.showsFields ?? true {
            showAnonymousSubviews()
        } else {
            hideAnonymousSubviews()
        }
        submitButton.isEnabled = !(form?.isBusy ?? false)
    }

    /// Adds the field for the name.
    open func layoutUsernameField() {
        usernameField.placeholder = "Username"
        usernameField.borderStyle = .roundedRect
        usernameField.autocapitalizationType = .none
        usernameField.autocorrectionType = .no
        usernameField.textContentType = .username
        stack.addArrangedSubview(usernameField)
    }

    /// Adds the field for the password.
    open func layoutPasswordField() {
        passwordField.placeholder = "Password"
        passwordField.borderStyle = .roundedRect
        passwordField.isSecureTextEntry = true
        passwordField.textContentType = .password
        stack.addArrangedSubview(passwordField)
    }

    /// Adds the button that logs in or out.
    open func layoutSubmitButton() {
        submitButton.addTarget(self, action: #selector(submit), for: .primaryActionTriggered)
        stack.addArrangedSubview(submitButton)
    }

    /// Adds the button that cancels.
    open func layoutCancelButton() {
        cancelButton.setTitle("Cancel", for: .normal)
        cancelButton.addTarget(self, action: #selector(cancelAction), for: .primaryActionTriggered)
        stack.addArrangedSubview(cancelButton)
    }

    /// Shows the fields, for a visitor without a session.
    open func showAnonymousSubviews() {
        usernameField.isHidden = false
        passwordField.isHidden = false
        submitButton.setTitle("Login", for: .normal)
    }

    /// Hides the fields, for a session.
    open func hideAnonymousSubviews() {
        usernameField.isHidden = true
        passwordField.isHidden = true
        submitButton.setTitle("Logout", for: .normal)
    }

    /// Logs in with the texts of the fields.
    open func loginAction() {
        guard let form else { return }
        form.username = usernameField.text ?? ""
        form.password = passwordField.text ?? ""
        Task { await form.submit() }
    }

    /// Logs out.
    open func logoutAction() {
        guard let form else { return }
        Task { await form.logout() }
    }

    /// Cancels a running login, and calls ``cancelButtonHit``.
    @objc open func cancelAction() {
        if let form { form.cancel() } else { cancelButtonHit() }
    }

    @objc private func submit() {
        if form?.showsFields ?? true { loginAction() } else { logoutAction() }
    }
}
#endif
