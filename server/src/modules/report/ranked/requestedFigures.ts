import { isKeyOf, keysOf } from '@tradehouse/domain';
import type { WantedNames } from '../../../kernel/table/index.ts';
import { columnsOfMeasure } from './measureFormulas.ts';
import type { MeasureFormula } from './measureFormulas.ts';
import type { RankedFilters, RankedSubject } from './rankedQuery.ts';
import { rankPositions } from './rankPositions.ts';
import type { RankColumn } from './rankPositions.ts';

type MeasuresOfSubject<Measure extends string> = Pick<
  RankedSubject<Measure, never>,
  'measures' | 'ranksBy'
>;

/** Returns the figure by which rows are ranked. */
export const rankingMeasure = <Measure extends string>(
  { measures, ranksBy }: MeasuresOfSubject<Measure>,
  { measure = ranksBy }: RankedFilters,
): Measure => (isKeyOf(measures, measure) ? measure : ranksBy);

/** Figures that a request needs: the displayed, and for positions the ranking figure. */
interface RequestedFigures<Measure extends string> {
  readonly rankedBy: Measure;
  readonly positions: readonly RankColumn[];
  readonly isRanked: boolean;
  readonly present: readonly MeasureFormula[];
  readonly before: readonly MeasureFormula[];
}

export function requestedFigures<Measure extends string>(
  subject: MeasuresOfSubject<Measure>,
  filters: RankedFilters,
  wanted: WantedNames,
): RequestedFigures<Measure> {
  const { measures } = subject;
  const rankedBy = rankingMeasure(subject, filters);
  const positions = keysOf(rankPositions).filter((name) => wanted.has(name));
  const isRanked = filters.top !== undefined || positions.length > 0;
  const displayed = keysOf(measures).filter((name) =>
    columnsOfMeasure(name).some((column) => wanted.has(column)),
  );
  // Without a displayed figure, rows follow the ranking figure.
  const present = isRanked || displayed.length === 0 ? [rankedBy, ...displayed] : displayed;
  // Earlier positions need the ranking figure.
  const before = keysOf(measures).filter((name) => {
    const [, earlier, growth] = columnsOfMeasure(name);
    return wanted.has(earlier) || wanted.has(growth) || (isRanked && name === rankedBy);
  });
  return {
    rankedBy,
    positions,
    isRanked,
    present: present.map((name) => measures[name]),
    before: before.map((name) => measures[name]),
  };
}
