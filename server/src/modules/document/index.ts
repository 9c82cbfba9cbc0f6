// Document: saving, approving, listing and showing documents of every kind.
export { documentRoutes } from './routes.ts';
export { billOfRow, invoiceNumbersOf, invoicedAmount } from './links/invoiced.ts';
export { nextCount } from './store/numbers.ts';
export { changeFreightBooks, lockWithOutbounds } from './links/carriage.ts';
export { carriedKinds, readPayableFreights } from './store/carriage.ts';
export { lockHeads, moneyTermsOf, visibleIds } from './store/load.ts';
export type { DocumentRow } from './store/load.ts';
export { findByNumber } from './read/findByNumber.ts';
export { readDocumentDetails } from './read/detail.ts';
export type { OwnDetail } from './read/detail.ts';
export {
  comesToGranted,
  isOpenOrder,
  quantitiesOnOrderSql,
  openOrders,
  openTransfers,
  soldLately,
} from './read/onOrder.ts';
export { externallyTracked, readDelivery, takeBackArrival } from './fulfil/delivery.ts';
export { changeDocuments, deleteInternal } from './save/steps.ts';
export { lineDefaults } from './read/lineDefaults.ts';
export { listBase } from './read/listedPrices.ts';
export { amountsHidden } from './masked/amountsHidden.ts';
export { agreedIn } from './masked/agreed.ts';
export {
  agreedParts,
  discountOfParts,
  enteredDiscount,
  enteredMoney,
} from './masked/agreedParts.ts';
export { saveGoods, saveMoney } from './save/saveCalls.ts';
export { saveDocument } from './save/save.ts';
export { saveTogether, contendedKeysOf } from './save/saveTogether.ts';
export type { NewDocumentInput } from './save/saveTogether.ts';
export { postRevaluation } from './save/revaluation.ts';
export type { RevaluedValue } from './save/revaluation.ts';
export { saveInternalDocument } from './save/internal.ts';
export type { OpeningStockLine } from './save/internal.ts';
export { saveInternalDocuments } from './save/internalBatch.ts';
