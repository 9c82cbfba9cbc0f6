import type { LoadFigure } from './load.ts';
import type { KindFigure } from './mixed.ts';

const formatFigureNumber = (value: number, digits = 1): string =>
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

const formatTableLine = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(34) : cell.padStart(at === 1 ? 10 : 9))).join('');

export const figureLine = (figure: LoadFigure): string =>
  formatTableLine([
    figure.scenario,
    String(figure.documents),
    String(figure.clients),
    String(figure.count),
    String(figure.failed),
    formatFigureNumber(figure.rate, 0),
    formatFigureNumber(figure.p50),
    formatFigureNumber(figure.p95),
    formatFigureNumber(figure.serverTime, 2),
    formatFigureNumber(figure.databaseTime, 2),
  ]) + (figure.failure === undefined ? '' : `\n    ${figure.failure}`);

export const headLine = (): string => formatTableLine(HEAD);

/** Slowdown of a scenario between neighbouring sizes, by the median. */
export interface Growth {
  readonly scenario: string;
  readonly clients: number;
  readonly from: number;
  readonly to: number;
  readonly ratio: number;
}

export function compareFigureGrowth(figures: readonly LoadFigure[]): Growth[] {
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

export const POSTING = 'post a sale of ten lines';
export const STATEMENTS = 'post, statements alone';
export const BARE = 'post, bare route';
export const SPREAD = 'post, 16 companies';
export const UNFOLDED = 'post, nothing folded';
export const FOLD = 'fold what waits, per posting';
export const MIXED = 'mixed load';

const sumProcessorTime = ({ serverTime, databaseTime }: LoadFigure): number =>
  serverTime + databaseTime;

/**
 * Compares posting with another scenario of equal clients: per second, and per processor time, which is
 * more reliable on a busy machine.
 */
export function sharesOf(figures: readonly LoadFigure[], other: string): string[] {
  return figures
    .filter(({ scenario }) => scenario === other)
    .flatMap((alone) => {
      const ours = figures.find(
        ({ scenario, clients, documents }) =>
          scenario === POSTING && clients === alone.clients && documents === alone.documents,
      );
      if (ours === undefined) return [];
      const shares = [ours.rate / alone.rate, sumProcessorTime(alone) / sumProcessorTime(ours)];
      return [
        formatTableLine([
          `${POSTING} ÷`,
          String(ours.documents),
          String(ours.clients),
          ...shares.map((share) => formatFigureNumber(share, 2)),
        ]),
      ];
    });
}

/** Least ratio of eight clients in one company to eight over sixteen: the price of shared rows. */
const ONE_OF_SIXTEEN = 0.8;

export function oneCompanyLines(figures: readonly LoadFigure[]): string[] {
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
      const shares = [share, sumProcessorTime(spread) / sumProcessorTime(one)].map((each) =>
        formatFigureNumber(each, 2),
      );
      const cells = ['one company ÷ 16 companies', String(documents), String(clients), ...shares];
      return [`${formatTableLine(cells)}  per second ≥ ${ONE_OF_SIXTEEN} ${kept}`];
    });
}

export const growthLine = ({ scenario, clients, from, to, ratio }: Growth): string =>
  formatTableLine([scenario, `${from}→${to}`, String(clients), formatFigureNumber(ratio, 2)]);

/** Formats a mixed load's calls by kind. */
export const kindLines = (kinds: readonly KindFigure[]): string[] => [
  formatTableLine(['    by kind', 'of 100', 'calls', 'failed', 'conflict', 'p50 ms', 'p95 ms']),
  ...kinds.map(
    ({ kind, of, count, failed, conflicts, p50, p95, failure }) =>
      formatTableLine([
        `    ${kind}`,
        String(of),
        String(count),
        String(failed),
        String(conflicts),
        formatFigureNumber(p50),
        formatFigureNumber(p95),
      ]) + (failure === undefined ? '' : `\n        ${failure}`),
  ),
];
