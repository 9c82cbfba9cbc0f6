import type { Client } from './client.ts';
import type { Company } from './company.ts';
import { share } from './load.ts';
import type { Opened } from './opened.ts';

/** How a list or report did at one size. */
export interface Walked {
  readonly name: string;
  readonly budget: number;
  readonly documents: number;
  /** What it found; 0 for what has no rows. */
  readonly rows: number;
  readonly p50: number;
  readonly p95: number;
  readonly failed: number;
  readonly failure?: string;
}

/** A server of one size, where somebody has signed in. */
export interface Seat {
  readonly http: Client;
  readonly company: Company;
  readonly documents: number;
}

const WARM_UP = 8;
const ROUNDS = 100;

interface Counted {
  readonly times: number[];
  readonly failures: unknown[];
  rows: number;
}

async function askOnce({ http, company }: Seat, { ask }: Opened, counted: Counted): Promise<void> {
  const { path, query } = ask(company);
  const since = performance.now();
  try {
    // SAFETY: a list tells how many rows it found; other answers have none.
    const reply = (await http.get(path, query)) as { total?: number } | null;
    counted.times.push(performance.now() - since);
    counted.rows = Math.max(counted.rows, reply?.total ?? 0);
  } catch (error) {
    counted.failures.push(error);
  }
}

/** Asks in rounds, each seat once in each and another one first each time. */
async function inRounds(
  seats: readonly Seat[],
  opened: Opened,
  rounds: number,
  seconds: number,
): Promise<Counted[]> {
  const counts = seats.map((): Counted => ({ times: [], failures: [], rows: 0 }));
  const until = performance.now() + seconds * 1000;
  for (let round = 0; round < rounds && performance.now() < until; round += 1)
    for (const turn of seats.keys()) {
      const at = (round + turn) % seats.length;
      const [seat, counted] = [seats[at], counts[at]];
      if (seat !== undefined && counted !== undefined) await askOnce(seat, opened, counted);
    }
  return counts;
}

/** Asks one as its screen first asks it, at all sizes by turns, so that whatever else the machine does falls on all. */
export async function walk(
  seats: readonly Seat[],
  opened: Opened,
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
      p50: share(sorted, 0.5),
      p95: share(sorted, 0.95),
      failed: failures.length,
      ...(failures.length > 0 && { failure: String(failures[0]).slice(0, 300) }),
    };
  });
}

/** What design §6 allows from 100,000 to 1,000,000 documents. */
const GROWTH = 1.5;

/** How one did over the sizes, smallest first. */
export interface Grown {
  readonly name: string;
  readonly rows: number;
  /** By size, as the sizes are asked; not a number where it was not measured. */
  readonly medians: readonly number[];
  /** The median of the largest size as a multiple of that of the smallest; not a number with one size. */
  readonly ratio: number;
  /** At the largest size. */
  readonly p95: number;
  readonly budget: number;
  /** What it missed; nothing where it kept all. */
  readonly missed: readonly ('time' | 'growth' | 'answer')[];
}

export function grown(walked: readonly Walked[], sizes: readonly number[]): Grown[] {
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

const figure = (value: number, digits = 1): string =>
  (Number.isNaN(value) ? '–' : value.toFixed(digits)).padStart(10);

/** The table, as it is printed: a line each, and how many kept what is asked. */
export function growthTable(walked: readonly Walked[], asked: readonly number[]): string[] {
  const sizes = asked.toSorted((a, b) => a - b);
  const all = grown(walked, sizes);
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
  medians.map((median) => figure(median)).join('') +
  figure(ratio, 2) +
  figure(p95) +
  `≤ ${budget}`.padStart(10) +
  (missed.length === 0 ? '  kept' : `  MISSED ${missed.join(', ')}`);
