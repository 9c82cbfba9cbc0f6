import type { Figure } from './load.ts';
import type { KindFigure } from './mixed.ts';

const number = (value: number, digits = 1): string =>
  Number.isNaN(value) ? '–' : value.toFixed(digits);

const HEAD = [
  'scenario',
  'documents',
  'clients',
  'calls',
  'failed',
  'per s',
  'p50 ms',
  'p95 ms',
  'server',
  'database',
];

const line = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(34) : cell.padStart(at === 1 ? 10 : 9))).join('');

/** One figure as a line of the table. */
export const figureLine = (figure: Figure): string =>
  line([
    figure.scenario,
    String(figure.documents),
    String(figure.clients),
    String(figure.count),
    String(figure.failed),
    number(figure.rate, 0),
    number(figure.p50),
    number(figure.p95),
    number(figure.serverTime, 2),
    number(figure.databaseTime, 2),
  ]) + (figure.failure === undefined ? '' : `\n    ${figure.failure}`);

export const headLine = (): string => line(HEAD);

/** How much slower each scenario is at each size than at the size before it, by the median. */
export interface Growth {
  readonly scenario: string;
  readonly clients: number;
  readonly from: number;
  readonly to: number;
  readonly ratio: number;
}

export function growth(figures: readonly Figure[]): Growth[] {
  const same = Map.groupBy(figures, ({ scenario, clients }) => `${scenario} ${clients}`);
  return [...same.values()].flatMap((group) => {
    const sizes = group.toSorted((a, b) => a.documents - b.documents);
    return sizes.slice(1).map((figure, at) => {
      const before = sizes[at] ?? figure;
      const { scenario, clients, documents } = figure;
      return {
        scenario,
        clients,
        from: before.documents,
        to: documents,
        ratio: figure.p50 / before.p50,
      };
    });
  });
}

/** Names of scenarios that are compared. */
export const POSTING = 'post a sale of ten lines';
export const STATEMENTS = 'post, statements alone';
export const BARE = 'post, bare route';
export const SPREAD = 'post, 16 companies';
export const UNFOLDED = 'post, nothing folded';
export const FOLD = 'fold what waits, per posting';
export const MIXED = 'mixed load';

const processor = ({ serverTime, databaseTime }: Figure): number => serverTime + databaseTime;

/**
 * What our posting does as a share of another scenario of as many clients: per second, and for the same processor time, which
 * says more where the machine does other things, too.
 */
export function sharesOf(figures: readonly Figure[], other: string): string[] {
  return figures
    .filter(({ scenario }) => scenario === other)
    .flatMap((alone) => {
      const ours = figures.find(
        ({ scenario, clients, documents }) =>
          scenario === POSTING && clients === alone.clients && documents === alone.documents,
      );
      if (ours === undefined) return [];
      const shares = [ours.rate / alone.rate, processor(alone) / processor(ours)];
      return [
        line([
          `${POSTING} ÷`,
          String(ours.documents),
          String(ours.clients),
          ...shares.map((share) => number(share, 2)),
        ]),
      ];
    });
}

/** What eight clients in one company do beside eight over sixteen: they share its rows, and that may cost this much. */
const ONE_OF_SIXTEEN = 0.8;

export function oneCompanyLines(figures: readonly Figure[]): string[] {
  return figures
    .filter(({ scenario }) => scenario === SPREAD)
    .flatMap((spread) => {
      const { documents, clients } = spread;
      const one = figures.find(
        (figure) =>
          figure.scenario === POSTING &&
          figure.clients === clients &&
          figure.documents === documents,
      );
      if (one === undefined) return [];
      const share = one.rate / spread.rate;
      const kept = share >= ONE_OF_SIXTEEN ? 'kept' : 'MISSED';
      const shares = [share, processor(spread) / processor(one)].map((each) => number(each, 2));
      const cells = ['one company ÷ 16 companies', String(documents), String(clients), ...shares];
      return [`${line(cells)}  per second ≥ ${ONE_OF_SIXTEEN} ${kept}`];
    });
}

export const growthLine = ({ scenario, clients, from, to, ratio }: Growth): string =>
  line([scenario, `${from}→${to}`, String(clients), number(ratio, 2)]);

/** The calls of a mixed load by their kinds, under its figure. */
export const kindLines = (kinds: readonly KindFigure[]): string[] => [
  line(['    by kind', 'of 100', 'calls', 'failed', 'conflict', 'p50 ms', 'p95 ms']),
  ...kinds.map(
    ({ kind, of, count, failed, conflicts, p50, p95, failure }) =>
      line([
        `    ${kind}`,
        String(of),
        String(count),
        String(failed),
        String(conflicts),
        number(p50),
        number(p95),
      ]) + (failure === undefined ? '' : `\n        ${failure}`),
  ),
];
