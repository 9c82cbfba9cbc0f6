/** What one installation costs in room and work, measured (`npm run model -- --measure`); bytes, and milliseconds of a processor. */
export interface Measured {
  /** Of a company that was just made. */
  readonly company: { readonly bytes: number; readonly rows: number };
  /** A document of five lines with all that follows from it, between 100,000 and 1,000,000 of them; half of it are indexes. */
  readonly document: { readonly bytes: number; readonly rows: number };
  /** What a save leaves beside its document: in the log for ever, as an event for a week, for repeats for two days. */
  readonly kept: { readonly log: number; readonly event: number; readonly repeat: number };
  /** Bytes of PostgreSQL's log of changes that one posting writes, folding and relaying with it. */
  readonly changes: number;
  /** A call of the bench's mixed load, where a company has some 100,000 documents and where it has a million. */
  readonly call: {
    readonly some: { readonly server: number; readonly database: number };
    readonly many: { readonly server: number; readonly database: number };
  };
  /** Of a process, of a connected window beside it, and of a connection of the database. */
  readonly memory: {
    readonly process: number;
    readonly window: number;
    readonly connection: number;
  };
}

/** Companies of one size. */
export interface Kind {
  readonly name: string;
  readonly companies: number;
  readonly documentsADay: number;
  readonly users: number;
  /** Whether its calls cost what they do among a million documents. */
  readonly large: boolean;
}

export interface Habits {
  readonly daysAYear: number;
  readonly years: number;
  readonly hoursADay: number;
  /** How much more is done in the busiest minutes than in others. */
  readonly peak: number;
  /** Calls for each document that is posted: 20 in the mixed load. */
  readonly callsAPosting: number;
  /** Of how many days the rows are read all the time. */
  readonly hotDays: number;
  /** How much of a processor may be in use in the busiest minutes. */
  readonly fullness: number;
  readonly connectionsAProcess: number;
  /** Whole backups that are kept, and days whose log of changes is. */
  readonly backups: number;
  readonly changeDays: number;
}

/** What a month of a processor, of a gigabyte of memory and of a gigabyte of disk costs, in one currency. */
export interface Prices {
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
  /** Of the web's processes, and of the database. */
  readonly webMemory: number;
  readonly databaseMemory: number;
  /** Of the log of changes in a day, and of all that backups keep. */
  readonly changesADay: number;
  readonly backupBytes: number;
  /** A month of all of it, and of one of the companies. */
  readonly cost: number;
  readonly costOfOne: number;
}

const GB = 1e9;
const SECONDS_AN_HOUR = 3_600;

/** Reckons one kind of company, as if it had machines to itself. */
export function reckon(kind: Kind, m: Measured, habits: Habits, prices: Prices): Reckoned {
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

/** All kinds together on the same machines: processes are shared, so fewer are needed than by each alone. */
export function together(all: readonly Reckoned[], m: Measured, habits: Habits): Reckoned {
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
