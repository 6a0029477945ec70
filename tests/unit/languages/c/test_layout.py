"""Programs laid out for people: the same tokens, and nothing to change the second time."""

import pytest
from helpers.command_line import CORPUS
from helpers.planted import LOOPS

from aberration.languages.c.chunks import TokenizedText, to_text
from aberration.languages.c.layout import laid_out

PROGRAMS = [LOOPS, *(path.read_bytes() for path in sorted((CORPUS / "c").glob("*.c")))]


def tokens(source: bytes) -> list[str]:
    return [token.text for token in TokenizedText(to_text(source)).tokens]


@pytest.mark.parametrize("source", PROGRAMS)
def test_the_tokens_stay(source: bytes) -> None:
    assert tokens(laid_out(source)) == tokens(source)
    assert laid_out(laid_out(source)) == laid_out(source)


def test_how_it_looks() -> None:
    text = (
        b"int a[2]={1,2};int f(int*p){if(*p){p[0]--;}else{return -a[1]- -1;}"
        b"for(int i=0;i<2;i++)a[i]=(int)2;return f(&a[0]);}"
    )
    assert laid_out(text).decode() == (
        "int a[2] = { 1, 2 };\n"
        "int f(int * p) {\n"
        "  if (*p) {\n"
        "    p[0]--;\n"
        "  } else {\n"
        "    return -a[1] - -1;\n"
        "  }\n"
        "  for (int i = 0; i < 2; i++) a[i] = (int) 2;\n"
        "  return f(&a[0]);\n"
        "}\n"
    )


def test_unbalanced_text_stays_as_it_is() -> None:
    assert laid_out(b"int f( {") == b"int f( {"
