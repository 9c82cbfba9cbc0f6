/** Measured cost of one installation (`npm run model -- --measure`), in bytes and processor milliseconds. */
export interface MeasuredCosts {
  /** New company. */
  readonly company: { readonly bytes: number; readonly rows: number };
  /**
   * Document of five lines with all consequences, between 100,000 and 1,000,000 documents; half is indexes.
   */
  readonly document: { readonly bytes: number; readonly rows: number };
  /** Rows left beside a document: log for ever, event for a week, repeat key for two days. */
  readonly kept: { readonly log: number; readonly event: number; readonly repeat: number };
  /** Bytes of PostgreSQL's WAL per posting, folding and relaying included. */
  readonly changes: number;
  /** Call of the mixed load, in companies of about 100,000 and a million documents. */
  readonly call: {
    readonly some: { readonly server: number; readonly database: number };
    readonly many: { readonly server: number; readonly database: number };
  };
  /** Memory of a process, a connected window and a database connection. */
  readonly memory: {
    readonly process: number;
    readonly window: number;
    readonly connection: number;
  };
}

export interface CompanyKind {
  readonly name: string;
  readonly companies: number;
  readonly documentsADay: number;
  readonly users: number;
  /** True if calls cost the price among a million documents. */
  readonly large: boolean;
}

export interface Habits {
  readonly daysAYear: number;
  readonly years: number;
  readonly hoursADay: number;
  /** Load factor of the busiest minutes. */
  readonly peak: number;
  /** Calls per posted document: 20 in the mixed load. */
  readonly callsAPosting: number;
  /** Days whose rows are read constantly. */
  readonly hotDays: number;
  /** How much of a processor may be in use in the busiest minutes. */
  readonly fullness: number;
  readonly connectionsAProcess: number;
  /** Whole backups kept, and days of kept WAL. */
  readonly backups: number;
  readonly changeDays: number;
}

/** Monthly prices of a processor, a gigabyte of memory and a gigabyte of disk, in one currency. */
export interface MachinePrices {
  readonly processor: number;
  readonly memory: number;
  readonly disk: number;
}

export interface Reckoned {
  readonly name: string;
  readonly companies: number;
  readonly documents: number;
  readonly rows: number;
  readonly bytes: number;
  readonly postingsAtPeak: number;
  readonly callsAtPeak: number;
  readonly serverProcessors: number;
  readonly databaseProcessors: number;
  readonly processes: number;
  readonly connections: number;
  /** Memory of the web processes and of the database. */
  readonly webMemory: number;
  readonly databaseMemory: number;
  /** WAL bytes of a day, and bytes of all backups. */
  readonly changesADay: number;
  readonly backupBytes: number;
  /** Monthly cost of all, and per company. */
  readonly cost: number;
  readonly costOfOne: number;
}

const GB = 1e9;
const SECONDS_AN_HOUR = 3_600;

/** Estimates the machines of one type of company, without sharing. */
export function estimateCompanyKind(
  kind: CompanyKind,
  m: MeasuredCosts,
  habits: Habits,
  prices: MachinePrices,
): Reckoned {
  const { name, companies, documentsADay, users, large } = kind;
  const aDay = companies * documentsADay;
  const documents = aDay * habits.daysAYear * habits.years;
  const bytesOf = (days: number): number => aDay * days * (m.document.bytes + m.kept.log);
  const bytes =
    bytesOf(habits.daysAYear * habits.years) +
    companies * m.company.bytes +
    aDay * (2 * m.kept.repeat + 7 * m.kept.event);
  const postingsAtPeak = (aDay / (habits.hoursADay * SECONDS_AN_HOUR)) * habits.peak;
  const callsAtPeak = postingsAtPeak * habits.callsAPosting;
  const call = large ? m.call.many : m.call.some;
  const processorsFor = (milliseconds: number): number =>
    (callsAtPeak * milliseconds) / 1000 / habits.fullness;
  const serverProcessors = processorsFor(call.server);
  const databaseProcessors = processorsFor(call.database);
  // A process uses one processor.
  const processes = Math.ceil(serverProcessors);
  const connections = processes * habits.connectionsAProcess;
  const webMemory = processes * m.memory.process + companies * users * m.memory.window;
  const databaseMemory = bytesOf(habits.hotDays) + connections * m.memory.connection;
  const changesADay = aDay * m.changes;
  const backupBytes = habits.backups * bytes + habits.changeDays * changesADay;
  const cost =
    (serverProcessors + databaseProcessors) * prices.processor +
    ((webMemory + databaseMemory) / GB) * prices.memory +
    ((bytes + backupBytes) / GB) * prices.disk;
  return {
    name,
    companies,
    documents,
    rows: documents * m.document.rows + companies * m.company.rows,
    bytes,
    postingsAtPeak,
    callsAtPeak,
    serverProcessors,
    databaseProcessors,
    processes,
    connections,
    webMemory,
    databaseMemory,
    changesADay,
    backupBytes,
    cost,
    costOfOne: cost / companies,
  };
}

/** Estimates all kinds on shared machines: shared processes are fewer than the kinds' sum. */
export function estimateSharedMachines(
  all: readonly Reckoned[],
  m: MeasuredCosts,
  habits: Habits,
): Reckoned {
  const sum = (of: (one: Reckoned) => number): number =>
    all.reduce((total, one) => total + of(one), 0);
  const companies = sum((one) => one.companies);
  const serverProcessors = sum((one) => one.serverProcessors);
  const processes = Math.ceil(serverProcessors);
  const spared = sum((one) => one.processes) - processes;
  const cost = sum((one) => one.cost);
  return {
    name: 'all',
    companies,
    documents: sum((one) => one.documents),
    rows: sum((one) => one.rows),
    bytes: sum((one) => one.bytes),
    postingsAtPeak: sum((one) => one.postingsAtPeak),
    callsAtPeak: sum((one) => one.callsAtPeak),
    serverProcessors,
    databaseProcessors: sum((one) => one.databaseProcessors),
    processes,
    connections: processes * habits.connectionsAProcess,
    webMemory: sum((one) => one.webMemory) - spared * m.memory.process,
    databaseMemory:
      sum((one) => one.databaseMemory) - spared * habits.connectionsAProcess * m.memory.connection,
    changesADay: sum((one) => one.changesADay),
    backupBytes: sum((one) => one.backupBytes),
    cost,
    costOfOne: cost / companies,
  };
}
