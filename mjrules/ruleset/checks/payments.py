"""Checks what is paid at once, penalties, pots, and that the settlement is told what it asks of a hand."""

from __future__ import annotations

from ...errors import Path
from ...play.record_kinds import RECORD_KINDS
from ...settlement_method import HANDS, SettlementMethod
from ...spoken import Sentence
from ..building.build import Builder, typed_settings
from ..play_rules import LikeWin

_KIND_RECORD_UNDER = Sentence(
    '"{name}" is a kind of record under every ruleset: a pot needs another id',
    "“{name}”在任何规则下都是一种记录：池须另取代号",
)
_TABLE_PAYS_ITSELF = Sentence(
    "the table pays it by itself, and does not know whose tile it is: leave it out",
    "这笔牌桌自动收付，不知道是谁打的牌：请去掉这一项",
)()
_NOBODY_PAYS_EXPECTED = Sentence('nobody pays: expected "each" or "discarder"', "没有人付：应有“each”或“discarder”")()
_PART_NO_LIMIT = Sentence(
    'a part of no limit: expected "of" (the limit), "without_limit" or a whole number',
    "没有封顶，谈不上它的几分之几：应写“of”（封顶值）、“without_limit”或整数",
)()
_PAID_INSTEAD_EACH = Sentence(
    'it is paid instead of "each": leave one of the two out', "它代替“each”：两项请去掉一项"
)()
_WHAT_WIN_COSTS = Sentence("what a win costs, and there is no settlement", "按和牌付，却没有结算方法")()
_DOES_NOT_TELL = Sentence(
    "{name} does not tell what a drawn win costs by its value alone", "单凭牌值，“{name}”说不出自摸付多少"
)
_HANDS_COUNT_WITHOUT = Sentence(
    'hands count without a limit: expected "worth" or "without_limit"', "牌值不封顶：应有“worth”或“without_limit”"
)()
_SETTLES_WHAT_HAND = Sentence(
    '{settlement} settles what a hand says under "{lacking}", which {method} does not say',
    "“{settlement}”结算时要看手牌的“{lacking}”，而“{method}”不给这一项",
)


def check_payments(builder: Builder) -> None:
    """Note payments and penalties that cannot be paid, pots that are called like a kind, and a settlement by what
    no hand says."""
    _check_figures(builder, builder.settlement, ("settlement", "method"))
    for _ in builder.paid_for_bonus():
        pass
    _check_bonus_payments(builder)
    _check_penalties(builder)
    for name in builder.definition.pots:
        if name in RECORD_KINDS:
            message = _KIND_RECORD_UNDER(name=name)
            builder.faults.note(("pots", name), message, on_key=True)


def _check_bonus_payments(builder: Builder) -> None:
    """Note payments at once that nobody makes, or the discarder of a tile that the table does not know."""
    for name, payment in builder.definition.bonus_payments.items():
        if payment.discarder is not None and (payment.cause is not None or payment.bonus is not None):
            message = _TABLE_PAYS_ITSELF
            builder.faults.note(("bonus_payments", name, "discarder"), message, on_key=True)
        elif payment.discarder is None and payment.each is None:
            builder.faults.note(("bonus_payments", name), _NOBODY_PAYS_EXPECTED)


def _check_penalties(builder: Builder) -> None:
    """Note penalties that nobody could pay, and settlement methods that there are not."""
    for name, penalty in builder.definition.penalties.items():
        if penalty.settles_by is not None:
            path: Path = ("penalties", name, "settles_by")
            method = builder.provided.find(builder.faults, "mj_settlement_methods", penalty.settles_by, path)
            _check_figures(builder, method, path)
        elif penalty.lacks_limit:
            message = _PART_NO_LIMIT
            builder.faults.note(("penalties", name, "each"), message)
        elif penalty.like_win is not None:
            path = ("penalties", name, "like_win")
            if penalty.each != 0:
                builder.faults.note(path, _PAID_INSTEAD_EACH, on_key=True)
            _check_like_win(builder, penalty.like_win, path)


def _check_like_win(builder: Builder, like: LikeWin, path: Path) -> None:
    """Note what no drawn win costs that is known by its value alone."""
    settlement, method = builder.settlement, builder.method
    if builder.settlement_section is None:
        builder.faults.note(path, _WHAT_WIN_COSTS, needs=(("settlement", "method"),))
    elif settlement is not None and (not settlement.drawn or HANDS in settlement.reads or settlement.figures):
        builder.faults.note(path, _DOES_NOT_TELL(name=settlement.name))
    if method is None or builder.scoring is None or any(fault.path[:1] == ("scoring",) for fault in builder.faults):
        return
    if like.value(method.most(typed_settings(method.settings, builder.scoring.settings))) is None:
        builder.faults.note(path, _HANDS_COUNT_WITHOUT)


def _check_figures(builder: Builder, settlement: SettlementMethod | None, path: Path) -> None:
    """Note a settlement method that needs more of a hand than its worth, and the scoring method does not say it."""
    method = builder.method
    if settlement is None or method is None or {*settlement.figures} <= {*method.figures}:
        return
    lacking = min({*settlement.figures} - {*method.figures})
    message = _SETTLES_WHAT_HAND(settlement=settlement.name, lacking=lacking, method=method.name)
    builder.faults.note(path, message, needs=(("scoring", "method"),))
