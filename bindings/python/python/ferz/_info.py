"""Facts about the built-in variants that need no compilation."""

from __future__ import annotations

from typing import Optional

from ._core import Variant, variant_facts
from ._core import variants as _names


class VariantInfo(str):
    """The name of a built-in variant, with facts about it."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return str(self)

    @property
    def full_title(self) -> Optional[str]:
        """The display name."""
        return variant_facts(self)[0]

    @property
    def source(self) -> Optional[str]:
        """The source of its rules."""
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
    """All built-in variants: their names, with facts about them."""
    return [VariantInfo(name) for name in _names()]
