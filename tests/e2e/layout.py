"""What a screen has to keep at every size: nothing cut, nothing covered, everything in reach of a finger."""

from __future__ import annotations

from playwright.sync_api import FloatRect, Locator, Page

SIZES = {
    "wide": (1440, 900),
    "laptop": (1280, 800),
    "phone": (390, 844),
    "small phone": (360, 740),
    "landscape": (844, 390),
    "tablet": (768, 1024),
    "zoomed": (720, 450),
}

# What lies on top in the middle of an element is the element, something in it, or its label.
REACHED = """element => {
  const box = element.getBoundingClientRect();
  const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return found !== null && (element.contains(found) || found.contains(element));
}"""

CUT = """element => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1"""


def resize(page: Page, size: str) -> None:
    """Give a page one of the sizes and let it settle."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def box_of(what: Locator) -> FloatRect:
    box = what.bounding_box()
    assert box, "nothing is drawn"
    return box


def resting_box(what: Locator) -> FloatRect:
    """Where something is once it moves no more."""
    last = box_of(what)
    while True:
        what.page.wait_for_timeout(100)
        now = box_of(what)
        if now == last:
            return now
        last = now


def is_inside(page: Page, what: Locator) -> bool:
    """Whether the whole of it lies in the window."""
    box, size = box_of(what), page.viewport_size
    assert size is not None
    return (
        box["x"] >= -1
        and box["y"] >= -1
        and box["x"] + box["width"] <= size["width"] + 1
        and box["y"] + box["height"] <= size["height"] + 1
    )


def is_reached(what: Locator) -> bool:
    """Whether a click in its middle would meet it."""
    return bool(what.evaluate(REACHED))


def is_cut(what: Locator) -> bool:
    """Whether its text or its children are larger than itself and do not show."""
    return bool(what.evaluate(CUT))


def overlap(one: Locator, other: Locator) -> bool:
    a, b = box_of(one), box_of(other)
    across = a["x"] + a["width"] > b["x"] + 1 and b["x"] + b["width"] > a["x"] + 1
    along = a["y"] + a["height"] > b["y"] + 1 and b["y"] + b["height"] > a["y"] + 1
    return across and along


def has_no_overflow(page: Page) -> bool:
    """Whether the page is neither wider nor taller than the window."""
    return bool(
        page.evaluate(
            "() => { const { scrollWidth, scrollHeight } = document.documentElement; "
            "return scrollWidth <= innerWidth && scrollHeight <= innerHeight; }"
        )
    )
