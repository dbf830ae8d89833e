"""A short run of the fuzz; `python -m tests.crosstable.fuzz` does 200,000 mutations."""

from .fuzz import corpus, mutations, verdict


def test_every_mutation_is_named_or_legal(shared):
    sources = corpus(shared / "corpus")
    taken_badly = [
        f"{mutation}: {wrong}" for mutation in mutations(sources, 1_500, seed=0) if (wrong := verdict(mutation))
    ]
    assert taken_badly == []
    assert len(sources) == 20
