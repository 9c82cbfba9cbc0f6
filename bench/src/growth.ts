import type { BenchClient } from './client.ts';
import type { BenchCompany } from './company.ts';
import { quantileOfTimes } from './load.ts';
import type { OpenedScreen } from './opened.ts';

/** Result of a list or report at one size. */
export interface Walked {
  readonly name: string;
  readonly budget: number;
  readonly documents: number;
  /** Number of rows found; 0 for replies without rows. */
  readonly rows: number;
  readonly p50: number;
  readonly p95: number;
  readonly failed: number;
  readonly failure?: string;
}

/** Server of one size with a signed-in client. */
export interface GrowthSeat {
  readonly http: BenchClient;
  readonly company: BenchCompany;
  readonly documents: number;
}

const WARM_UP = 8;
const ROUNDS = 100;

interface TimedCalls {
  readonly times: number[];
  readonly failures: unknown[];
  rows: number;
}

async function askOnce(
  { http, company }: GrowthSeat,
  { ask }: OpenedScreen,
  counted: TimedCalls,
): Promise<void> {
  const { path, query } = ask(company);
  const since = performance.now();
  try {
    // SAFETY: a list reports its number of rows; any further reply has none.
    const reply = (await http.get(path, query)) as { total?: number } | null;
    counted.times.push(performance.now() - since);
    counted.rows = Math.max(counted.rows, reply?.total ?? 0);
  } catch (error) {
    counted.failures.push(error);
  }
}

/** Calls in rounds: each seat once per round, with a rotating first seat. */
async function inRounds(
  seats: readonly GrowthSeat[],
  opened: OpenedScreen,
  rounds: number,
  seconds: number,
): Promise<TimedCalls[]> {
  const counts = seats.map((): TimedCalls => ({ times: [], failures: [], rows: 0 }));
  const until = performance.now() + seconds * 1000;
  for (let round = 0; round < rounds && performance.now() < until; round += 1)
    for (const turn of seats.keys()) {
      const at = (round + turn) % seats.length;
      const [seat, counted] = [seats[at], counts[at]];
      if (seat !== undefined && counted !== undefined) await askOnce(seat, opened, counted);
    }
  return counts;
}

/** Opens one page with its first request at all sizes by turns, so that further load falls on all. */
export async function measureOpenedScreen(
  seats: readonly GrowthSeat[],
  opened: OpenedScreen,
  seconds: number,
): Promise<Walked[]> {
  await inRounds(seats, opened, WARM_UP, seconds);
  const counts = await inRounds(seats, opened, ROUNDS, seconds * seats.length);
  const { name, budget } = opened;
  return seats.map(({ documents }, at) => {
    const { times = [], failures = [], rows = 0 } = counts[at] ?? {};
    const sorted = times.toSorted((a, b) => a - b);
    return {
      name,
      budget,
      documents,
      rows,
      p50: quantileOfTimes(sorted, 0.5),
      p95: quantileOfTimes(sorted, 0.95),
      failed: failures.length,
      ...(failures.length > 0 && { failure: String(failures[0]).slice(0, 300) }),
    };
  });
}

/** Growth of the time allowed from 100,000 to 1,000,000 documents. */
const GROWTH = 1.5;

/** Result of one page over the sizes, smallest first. */
export interface Grown {
  readonly name: string;
  readonly rows: number;
  /** Medians in size order; NaN if not measured. */
  readonly medians: readonly number[];
  /** Largest size's median over the smallest's; NaN with one size. */
  readonly ratio: number;
  /** At the largest size. */
  readonly p95: number;
  readonly budget: number;
  /** Missed limits. */
  readonly missed: readonly ('time' | 'growth' | 'answer')[];
}

export function summarizeGrowth(walked: readonly Walked[], sizes: readonly number[]): Grown[] {
  return [...Map.groupBy(walked, ({ name }) => name).values()].map((group) => {
    const bySize = sizes.map((size) => group.find(({ documents }) => documents === size));
    const medians = bySize.map((one) => one?.p50 ?? Number.NaN);
    const last = bySize.at(-1);
    const { name = '', budget = 0 } = group[0] ?? {};
    const p95 = last?.p95 ?? Number.NaN;
    const ratio =
      sizes.length > 1 ? (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN) : Number.NaN;
    const missed = [
      ...(p95 > budget ? (['time'] as const) : []),
      ...(ratio > GROWTH ? (['growth'] as const) : []),
      ...(group.some(({ failed }) => failed > 0) ? (['answer'] as const) : []),
    ];
    return { name, rows: last?.rows ?? 0, medians, ratio, p95, budget, missed };
  });
}

const formatGrowthFigure = (value: number, digits = 1): string =>
  (Number.isNaN(value) ? '–' : value.toFixed(digits)).padStart(10);

/** Formats the table, one line each, and the number within limits. */
export function growthTable(walked: readonly Walked[], asked: readonly number[]): string[] {
  const sizes = asked.toSorted((a, b) => a - b);
  const all = summarizeGrowth(walked, sizes);
  const head = ['rows', ...sizes.map(String), 'growth', 'p95 ms', 'allowed'];
  const kept = all.filter(({ missed }) => missed.length === 0).length;
  const empty = all.filter(({ rows }) => rows === 0).length;
  return [
    'list or report, median ms'.padEnd(34) + head.map((cell) => cell.padStart(10)).join(''),
    ...all.map(grownLine),
    `${kept} of ${all.length} kept; ${empty} have no rows in this company`,
  ];
}

const grownLine = ({ name, rows, medians, ratio, p95, budget, missed }: Grown): string =>
  name.padEnd(34) +
  String(rows).padStart(10) +
  medians.map((median) => formatGrowthFigure(median)).join('') +
  formatGrowthFigure(ratio, 2) +
  formatGrowthFigure(p95) +
  `≤ ${budget}`.padStart(10) +
  (missed.length === 0 ? '  kept' : `  MISSED ${missed.join(', ')}`);
