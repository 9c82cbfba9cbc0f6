// Document: what a company writes down. Saving, reviewing, listing and showing documents of every kind.
export { documentRoutes } from './routes.ts';
export { detailsOf } from './detail.ts';
export type { OwnDetail } from './detail.ts';
export { deleteInternal } from './review.ts';
export { presentPrice } from './presentPrice.ts';
export { saveGoods } from './saveCalls.ts';
export { saveDocument } from './save.ts';
export { saveTogether, touches } from './saveTogether.ts';
export type { NewDocument } from './saveTogether.ts';
export { saveInternalDocument } from './internal.ts';
export { saveInternalDocuments } from './internalBatch.ts';
