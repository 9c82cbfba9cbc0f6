// Live: jobs, leased queues, heartbeats, news for open windows.
export { withHeartbeat } from './heartbeat.ts';
export type { JobEvent, JobHandlers, RecurringWork } from './jobs.ts';
export type { Jobs } from './jobs.ts';
export { createJobs } from './jobs.ts';
export type { Lease, LeasedQueue } from './leasedQueue.ts';
export { endLease, workDueRows } from './leasedQueue.ts';
export { tellNews } from './news.ts';
export { createProgressNotifier } from './progress.ts';
