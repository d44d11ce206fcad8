"""Keys and their numbers: equal keys have the same number, different ones different numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules.batch.bit_rows import Grown, GrownNumbers, as_mask, as_words, meets, put
from mjrules.batch.located_rules import masked
from mjrules.batch.numbering import FEW_BITS, WIDE, Direct, Numbered, Numbering, in_one_word, packed
from mjrules.batch.table_sizes import bytes_held

KEYS = st.lists(st.integers(0, (1 << WIDE) - 1) | st.integers(0, 30), min_size=1, max_size=400)


@given(st.lists(KEYS, min_size=1, max_size=4))
def test_numbers_tell_keys_apart(lots: list[list[int]]) -> None:
    told_apart(Numbering(), lots)


@given(st.lists(st.lists(st.integers(0, (1 << FEW_BITS) - 1), min_size=1, max_size=400), min_size=1, max_size=4))
def test_numbers_tell_small_keys_apart(lots: list[list[int]]) -> None:
    told_apart(Direct(FEW_BITS), lots)


def told_apart(numbering: Numbering | Direct, lots: list[list[int]]) -> None:
    """Keys that are numbered lot by lot have the same number only where they are the same."""
    known = dict[int, int]()
    for keys in lots:
        numbers, fresh = numbering.of(np.array(keys, np.int64))
        assert [keys[place] for place in fresh.tolist()] == sorted(set(keys) - set(known))
        for key, number in zip(keys, numbers.tolist(), strict=True):
            assert known.setdefault(key, number) == number
        assert sorted(known.values()) == list(range(len(known)))
    assert len(numbering) == len(known)


@pytest.mark.parametrize(("most", "words"), [(1 << 60, 1), (3000, 1), (1 << 62, 3), (40, 2), (2, 9)])
def test_many_keys_keep_their_numbers(most: int, words: int) -> None:
    numbering, keys = Numbering(words), np.random.default_rng(1).integers(-most, most, (words, 30_000))
    first, fresh = numbering.of(*keys)
    assert len(fresh) == len(np.unique(keys, axis=1).T) == len(np.unique(first))
    assert (first[fresh] == np.arange(len(fresh))).all()
    again, fresh = numbering.of(*keys)
    assert (first == again).all()
    assert not len(fresh)


@pytest.mark.parametrize("words", [1, 3])
def test_a_key_takes_the_room_of_its_words_and_of_a_few_numbers(words: int) -> None:
    numbering, keys = Numbering(words), np.random.default_rng(1).integers(0, 1 << 60, (words, 100_000))
    for first in range(0, 100_000, 10_000):
        numbering.of(*keys[:, first : first + 10_000])
        assert bytes_held([numbering]) < len(numbering) * (8 * words + 4 * 6)


@given(
    st.lists(
        st.tuples(st.integers(0, (1 << 62) - 1), st.integers(0, (1 << 34) - 1), st.integers(0, 7), st.integers(0, 99)),
        min_size=1,
        max_size=60,
    )
)
def test_columns_together_are_equal_only_where_all_are(rows: list[tuple[int, ...]]) -> None:
    rows = [*rows, *rows[:3]]
    columns = list(zip(np.array(rows, np.int64).T, (62, 34, 3, 7), strict=True))
    words = packed(columns)
    assert [bits for _, bits in words] == [62, 34 + 3 + 7]
    assert len(set(zip(*[keys.tolist() for keys, _ in words], strict=True))) == len(set(rows))
    numbered = Numbered()
    numbers, fresh = numbered.of(columns)
    assert len(set(numbers.tolist())) == len(set(rows)) == len(numbered) == len(fresh)
    assert len(set(zip(rows, numbers.tolist(), strict=True))) == len(set(rows))
    keys, bits = in_one_word(*columns[1:])
    assert int(keys.max()) < 1 << bits == 1 << 44


@given(st.lists(st.integers(0, (1 << 150) - 1), min_size=1, max_size=20), st.integers(0, (1 << 150) - 1))
def test_the_bits_of_a_mask_are_told_apart_and_no_others(masks: list[int], mask: int) -> None:
    masks = [*masks, *[own ^ ~mask & (1 << 150) - 1 for own in masks]]
    columns = masked(as_words(masks, 3), mask)
    assert all(bits == 64 or int(keys.max()) < 1 << bits for keys, bits in columns)
    told = list(zip(*[keys.tolist() for keys, _ in columns], strict=True)) or [()] * len(masks)
    assert len(set(told)) == len({own & mask for own in masks})


@given(st.lists(st.integers(0, (1 << 150) - 1), min_size=1, max_size=20), st.integers(0, (1 << 150) - 1))
def test_masks_are_words_and_back(masks: list[int], mask: int) -> None:
    rows = as_words(masks, 3)
    assert [as_mask(row) for row in rows] == masks
    assert meets(rows, mask).tolist() == [bool(own & mask) for own in masks]
    put(rows, 130, np.array([own % 2 == 0 for own in masks]))
    assert [as_mask(row) for row in rows] == [own | (own % 2 == 0) << 130 for own in masks]


def test_what_grows_is_there_when_it_is_read() -> None:
    words, numbers = Grown(2), GrownNumbers()
    for step in range(3):
        words.add(step << 70)
        numbers.add(step)
        assert [as_mask(row) for row in words.rows] == [own << 70 for own in range(step + 1)]
        assert len(numbers) == step + 1
        assert numbers.of(np.arange(step + 1)).tolist() == list(range(step + 1))
