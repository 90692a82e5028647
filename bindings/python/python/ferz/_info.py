"""What is known of the built-in variants without compiling them."""

from __future__ import annotations

from typing import Optional

from ._core import Variant, variant_facts
from ._core import variants as _names


class VariantInfo(str):
    """The name of a built-in variant, and what is known of it."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return str(self)

    @property
    def full_title(self) -> Optional[str]:
        """The name for people."""
        return variant_facts(self)[0]

    @property
    def source(self) -> Optional[str]:
        """Where its rules are described."""
        return variant_facts(self)[1]

    @property
    def parent(self) -> Optional[str]:
        """The variant from which it inherits."""
        return variant_facts(self)[2]

    @property
    def files(self) -> int:
        return variant_facts(self)[3]

    @property
    def ranks(self) -> int:
        return variant_facts(self)[4]

    @property
    def roles(self) -> list[str]:
        """The names of all kinds of pieces."""
        return variant_facts(self)[5]

    def load(self) -> Variant:
        """The variant, compiled."""
        return Variant(str(self))

    def _repr_html_(self) -> str:
        return self.load()._repr_html_()


def variants() -> list[VariantInfo]:
    """All variants that are built in: their names, with what is known of them."""
    return [VariantInfo(name) for name in _names()]
