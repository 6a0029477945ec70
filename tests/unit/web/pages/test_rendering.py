"""Templates: escaped, and all of it seen."""

from helpers.dashboard import REVERSED
from markupsafe import Markup

from aberration.web.bug_rows import Place
from aberration.web.pages.rendering import bug_path, campaign_path, colour, count, environment
from aberration.web.site import Site


def test_everything_is_escaped_and_seen() -> None:
    template = environment().from_string('<a title="{{ text }}">{{ text }}{{ ours }}</a>')
    shown = template.render(text=f'"<b>{REVERSED}', ours=Markup("<i>"))
    seen = "&#34;&lt;b&gt;␛[31m⟨U+202E⟩gnp.exe␀⟨U+200B⟩"
    assert shown == f'<a title="{seen}">{seen}<i></a>'


def test_templates_are_compiled_before_a_visitor_comes() -> None:
    made = environment()
    assert made.cache is not None
    assert {name for _, name in made.cache} == {*made.list_templates()}


def test_addresses_are_quoted(site: Site) -> None:
    row = site.gathering.bugs().rows[0]
    assert campaign_path("a/../b?c") == "/campaigns/a%2F..%2Fb%3Fc"
    assert bug_path(row) == f"/bugs/{row.id}"
    assert bug_path(row, row.findings[0]) == f"/bugs/{row.id}"
    other = bug_path(row, Place("a&b", "c#d"))
    assert other == f"/bugs/{row.id}?campaign=a%26b&finding=c%23d"


def test_no_markup_of_a_program_is_markup() -> None:
    for language in ("spirv", "glsl", "essl", "wgsl", "c", "diff", "other"):
        shown = colour("<script>alert(1)</script>\x1b\u202e </pre>\"'&", language)
        for markup in ("<script", "</pre", "\x1b", "\u202e"):
            assert markup not in shown


def test_numbers_with_nouns() -> None:
    assert (count(1, "bug"), count(2000, "bug")) == ("1 bug", "2,000 bugs")
