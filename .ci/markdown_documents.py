# Headings, anchors and links of Markdown files, for `prepare-articles` and `check-links`. Only what the documents of this
# repository use: fenced code, code spans, inline links and images, and HTML's `img`, `source` and `a`.
import re
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

FENCE = re.compile(r"^( *)(`{3,}|~{3,})(.*)$")
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
# The text of a link may contain code spans and images, but no other link.
LINK = re.compile(
    r"(?P<image>!?)\[(?P<text>(?:`[^`]*`|!\[[^\]]*\]\([^)]*\)|[^\[\]`])*)\]\((?P<target><[^>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)"
    r"(?P<title>\s+\"[^\"]*\")?\)")
HTML_LINK = re.compile(r"<(?:img|source|a)\b[^>]*?\b(?:src|srcset|href)=\"(?P<target>[^\"]*)\"[^>]*>")
HEADING = re.compile(r"^(#{1,6}) +(.*?)(?: +#+)? *$")


def read(path):
    return Path(path).read_text(encoding="utf-8")


def documents():
    """The files that are the articles of the site, in the order of their paths."""
    folder = ROOT / "Documentation"
    return sorted([*folder.glob("*.md"), *(folder / "Migrating").glob("*.md")])


def blocks(text):
    """Splits a text into pieces `(is_code, piece)`; the fences belong to the code."""
    pieces, current, fence = [], [], None
    for line in text.splitlines(keepends=True):
        match = FENCE.match(line.rstrip("\n"))
        if fence is None and match:
            pieces.append((False, "".join(current)))
            current, fence = [line], match[2]
        elif fence is not None and match and match[2].startswith(fence) and not match[3].strip():
            current.append(line)
            pieces.append((True, "".join(current)))
            current, fence = [], None
        else:
            current.append(line)
    pieces.append((fence is not None, "".join(current)))
    return pieces


def without_code(text):
    """The text with all code replaced by spaces, so that positions and lines stay."""
    def blank(piece):
        return re.sub(r"[^\n]", " ", piece)

    prose = "".join(blank(piece) if is_code else piece for is_code, piece in blocks(text))
    return CODE_SPAN.sub(lambda match: blank(match[0]), prose)


def headings(text):
    """The headings as `(level, plain text)`."""
    found = []
    for is_code, piece in blocks(text):
        if is_code:
            continue
        for line in piece.splitlines():
            if match := HEADING.match(line):
                plain = LINK.sub(lambda link: link["text"], match[2])
                found.append((len(match[1]), plain.replace("`", "").replace("**", "")))
    return found


def repository_anchor(heading):
    """The anchor that code hosts give a heading: small letters, digits, hyphens and underscores."""
    kept = (c for c in heading.lower() if c in " -_" or unicodedata.category(c)[0] in "LNM")
    return "".join(kept).replace(" ", "-")


def anchors(text):
    """The anchors of a text's headings, in their order; a repeated one gets a number."""
    counts, found = {}, []
    for _, heading in headings(text):
        anchor = repository_anchor(heading)
        count = counts.get(anchor, 0)
        counts[anchor] = count + 1
        found.append(f"{anchor}-{count}" if count else anchor)
    return found


def title(text):
    return headings(text)[0][1]


def links(text):
    """The targets of links and images, as `(line, target)`."""
    prose = without_code(text)
    found = []
    # A link's text may be code, so links are looked for in the whole text, at places that are not code.
    for is_link in (LINK, HTML_LINK):
        for match in is_link.finditer(text):
            if prose[match.start()] != " ":
                found.append((text.count("\n", 0, match.start()) + 1, match["target"].strip("<>")))
    return sorted(found)


def is_external(target):
    return re.match(r"[a-z][a-z0-9+.-]*:", target) is not None
