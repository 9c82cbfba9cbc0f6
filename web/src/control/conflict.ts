/** A document field as its reader sees the field. */
export interface ConflictFact {
  readonly label: string;
  readonly text: string;
  /** Value to compare; default: the text. Ids without loaded names differ by value. */
  readonly value?: string | null;
}

/** Facts saved by another user, facts in this form, and the common base; null: base unknown. */
interface ConflictSides {
  readonly before: readonly ConflictFact[] | null;
  readonly theirs: readonly ConflictFact[];
  readonly mine: readonly ConflictFact[];
}

/** A fact that differs between both versions, and its author. */
export interface ConflictDifference {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
  readonly by: 'theirs' | 'mine' | 'both';
}

const valueOfFact = (fact: ConflictFact | undefined): string =>
  fact === undefined ? '' : (fact.value ?? fact.text);

/** Lists differing fields in form order. */
export function listDifferences({
  before,
  theirs,
  mine,
}: ConflictSides): readonly ConflictDifference[] {
  const labels = [...new Set([...mine, ...theirs].map(({ label }) => label))];
  const of = (facts: readonly ConflictFact[], label: string) =>
    facts.find((fact) => fact.label === label);
  return labels.flatMap((label): readonly ConflictDifference[] => {
    const [now, here] = [of(theirs, label), of(mine, label)];
    if (valueOfFact(now) === valueOfFact(here)) return [];
    const old = before === null ? null : valueOfFact(of(before, label));
    const by = old === valueOfFact(here) ? 'theirs' : old === valueOfFact(now) ? 'mine' : 'both';
    return [{ label, theirs: now?.text ?? '', mine: here?.text ?? '', by }];
  });
}
