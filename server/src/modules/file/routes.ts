import { storedFile, uploadFile } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import { mountEndpoint, mountRead } from '../../kernel/http/index.ts';
import { fileShown } from './show.ts';
import { storeUploadedFile, madeOf, mustBring } from './store.ts';

/** Bringing and showing files. */
export function fileRoutes(app: FastifyInstance): void {
  mountEndpoint(app, uploadFile, async ({ biz }, call) => {
    mustBring(call, biz);
    const leave = app.kernel.uploads.enter(call.scope);
    // Encoded outside the transaction: slow, and a retry would repeat the work.
    const brought = await madeOf(orRefuseMissing(call.upload), biz).finally(leave);
    return call.transact((context) => storeUploadedFile(context, brought));
  });
  mountRead(app, storedFile, fileShown);
}
