import type { DumpImport } from '@tradehouse/contract';
import { dumpImport, dumpReport, importDump } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { found, mount } from '../../kernel/index.ts';
import type { Call, FileReply } from '../../kernel/index.ts';
import { addImport, lastImport, reportsOf, shownImport } from './dumpImport.ts';
import { DumpJob } from './dumpJob.ts';
import { reportLines } from './report.ts';

/** Companies from another program, brought over by the platform's own people. */
export function jsherpRoutes(app: FastifyInstance): void {
  const running = new Map<DumpJob, Promise<void>>();
  app.addHook('onClose', async () => {
    for (const job of running.keys()) job.stop();
    await Promise.all(running.values());
  });
  mount(app, importDump, ({ companies }, call) => begin(app, running, call, namesIn(companies)));
  mount(app, dumpImport, (_, { read, language }) =>
    read(async (context) => {
      const last = await lastImport(context);
      return last === null ? null : shownImport(last, language);
    }),
  );
  mount(app, dumpReport, ({ id }, call) => report(call, id));
}

/** null: all. */
const namesIn = (companies: string | undefined): readonly string[] | null => {
  const names = (companies ?? '').split(/[,，]/).flatMap((name) => name.trim() || []);
  return names.length === 0 ? null : names;
};

async function begin(
  { kernel, log }: FastifyInstance,
  running: Map<DumpJob, Promise<void>>,
  call: Call,
  companies: readonly string[] | null,
): Promise<DumpImport> {
  const { name, bytes } = found(call.upload);
  const leave = kernel.heavy.enter(call.scope);
  let fresh = false;
  try {
    const answer = await call.transact(async (context) => {
      fresh = true;
      return shownImport(await addImport(context, name), call.language);
    });
    if (!fresh) leave();
    else {
      const asker = {
        lanes: kernel.lanes,
        scope: call.scope,
        language: call.language,
        address: call.address,
      };
      const job = new DumpJob(asker, { id: answer.id, bytes, companies }, log);
      const end = job.run().finally(() => {
        running.delete(job);
        leave();
      });
      running.set(job, end);
    }
    return answer;
  } catch (error) {
    leave();
    throw error;
  }
}

async function report({ read, language }: Call, id: string): Promise<FileReply> {
  const reports = await read((context) => reportsOf(context, id));
  const text = reports.flatMap((each) => reportLines(each, language)).join('\r\n');
  // A spreadsheet knows by the mark in front that the text is UTF-8.
  const body = Buffer.from(`\uFEFF${text}`, 'utf8');
  return { name: `jsherp_${id}.txt`, type: 'text/plain; charset=utf-8', body };
}
