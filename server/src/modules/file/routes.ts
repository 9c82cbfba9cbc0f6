import { storedFile, uploadFile } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { found, mount } from '../../kernel/index.ts';
import { fileShown } from './show.ts';
import { keep, madeOf, mustBring } from './store.ts';

/** Bringing and showing files. */
export function fileRoutes(app: FastifyInstance): void {
  mount(app, uploadFile, async ({ biz }, call) => {
    mustBring(call, biz);
    const leave = app.kernel.uploads.enter(call.scope);
    // A picture is made outside the transaction: it takes long, and a repeat would make it again.
    const brought = await madeOf(found(call.upload), biz).finally(leave);
    return call.transact((context) => keep(context, brought));
  });
  mount(app, storedFile, (input, { read }) => read((context) => fileShown(context, input)));
}
