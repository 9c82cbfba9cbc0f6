import type { DumpImport } from '@tradehouse/contract';
import { dumpImport, dumpReport, importDump } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import { mountEndpoint, mountRead } from '../../kernel/http/index.ts';
import type { EndpointCall, FileReply } from '../../kernel/http/index.ts';
import { addDumpImport, findLastDumpImport, reportsOf, toDumpImport } from './dumpImport.ts';
import { DumpJob } from './dumpJob.ts';
import { reportLines } from './report.ts';

/** Companies from another program, brought over by the platform's own people. */
export function jsherpRoutes(app: FastifyInstance): void {
  const running = new Map<DumpJob, Promise<void>>();
  app.addHook('onClose', async () => {
    for (const job of running.keys()) job.stop();
    await Promise.all(running.values());
  });
  mountEndpoint(app, importDump, ({ companies }, call) =>
    startDumpImport(app, running, call, namesIn(companies)),
  );
  mountRead(app, dumpImport, async (context) => {
    const last = await findLastDumpImport(context);
    return last === null ? null : toDumpImport(last, context.language);
  });
  mountEndpoint(app, dumpReport, ({ id }, call) => downloadReconciliation(call, id));
}

/** null: all. */
const namesIn = (companies: string | undefined): readonly string[] | null => {
  const names = (companies ?? '').split(/[,，]/).flatMap((name) => name.trim() || []);
  return names.length === 0 ? null : names;
};

async function startDumpImport(
  { kernel, log }: FastifyInstance,
  running: Map<DumpJob, Promise<void>>,
  call: EndpointCall,
  companies: readonly string[] | null,
): Promise<DumpImport> {
  const { name, bytes } = orRefuseMissing(call.upload);
  const leave = kernel.heavy.enter(call.scope);
  let fresh = false;
  try {
    const answer = await call.transact(async (context) => {
      fresh = true;
      return toDumpImport(await addDumpImport(context, name), call.language);
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

async function downloadReconciliation(
  { read, language }: EndpointCall,
  id: string,
): Promise<FileReply> {
  const reports = await read((context) => reportsOf(context, id));
  const text = reports.flatMap((each) => reportLines(each, language)).join('\r\n');
  // The byte order mark tells spreadsheets that the text is UTF-8.
  const body = Buffer.from(`\uFEFF${text}`, 'utf8');
  return { name: `jsherp_${id}.txt`, type: 'text/plain; charset=utf-8', body };
}
