/** One thing that a document says, as its reader knows it. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** What is compared; default: the text. Ids whose names are not at hand differ by it. */
  readonly value?: string | null;
}

/** What somebody else saved, what stands here, and what both began with; null where that is no longer known. */
interface Sides {
  readonly before: readonly Fact[] | null;
  readonly theirs: readonly Fact[];
  readonly mine: readonly Fact[];
}

/** A fact that the two have otherwise, and who of them changed it. */
export interface Difference {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
  readonly by: 'theirs' | 'mine' | 'both';
}

const valueOf = (fact: Fact | undefined): string =>
  fact === undefined ? '' : (fact.value ?? fact.text);

/** Field by field what is not the same, in the order of the form. */
export function differences({ before, theirs, mine }: Sides): readonly Difference[] {
  const labels = [...new Set([...mine, ...theirs].map(({ label }) => label))];
  const of = (facts: readonly Fact[], label: string) => facts.find((fact) => fact.label === label);
  return labels.flatMap((label): readonly Difference[] => {
    const [now, here] = [of(theirs, label), of(mine, label)];
    if (valueOf(now) === valueOf(here)) return [];
    const old = before === null ? null : valueOf(of(before, label));
    const by = old === valueOf(here) ? 'theirs' : old === valueOf(now) ? 'mine' : 'both';
    return [{ label, theirs: now?.text ?? '', mine: here?.text ?? '', by }];
  });
}
