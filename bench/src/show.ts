import type { Figure } from './load.ts';

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

/** How much of what the database alone can do with our statements reaches a client over HTTP. */
export function sharesOfStatements(figures: readonly Figure[]): string[] {
  return figures
    .filter(({ scenario }) => scenario === STATEMENTS)
    .flatMap((alone) => {
      const ours = figures.find(
        ({ scenario, clients, documents }) =>
          scenario === POSTING && clients === alone.clients && documents === alone.documents,
      );
      if (ours === undefined) return [];
      const share = number(ours.rate / alone.rate, 2);
      return [line([POSTING, String(ours.documents), String(ours.clients), share])];
    });
}

/** Names of scenarios that are compared. */
export const POSTING = 'post a sale of ten lines';
export const STATEMENTS = 'post, statements alone';

export const growthLine = ({ scenario, clients, from, to, ratio }: Growth): string =>
  line([scenario, `${from}→${to}`, String(clients), number(ratio, 2)]);
