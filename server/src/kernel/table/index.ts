// Tables: lists, records and reports read from declarations, keywords, stored rows.
export type { BoundTable } from './source.ts';
export type { ColumnValues, StoredResourceRow, Writer } from './resourceEngine.ts';
export type { FiltersOf, FilterResolver, WantedNames } from './source.ts';
export type { MaskAmount } from './shown.ts';
export type { TableQuery } from './tableQuery.ts';
export type { WritableRecord, FieldReading } from './recordWriter.ts';
export {
  codeHolds,
  holdsKeyword,
  matchesKeyword,
  productsWithText,
  rankOfProduct,
} from './productSearch.ts';
export { hasTrigram, holdWords, containsTextSql, isNamedBy, rankOfName } from './searchSql.ts';
export type { BulkWriter } from './storedRows.ts';
export { addRows, bulkWriter, changeRows, isAlike, isValueInUse } from './storedRows.ts';
export { baseCurrencyColumn, onlyNamedFilters } from './source.ts';
export { bindTable } from './source.ts';
export { bookedBetween, ofDays } from './bookedBetween.ts';
export { dayStart } from './dayStart.ts';
export { exportLists, exportPage, listTableById, mayRead, readList } from './lists.ts';
export { factsOfReach } from './dateReach.ts';
export { fieldsShown } from './shown.ts';
export { idsFromList, resourceEngine } from './resourceEngine.ts';
export { toIsoText } from './isoText.ts';
export { isKnownZone } from './zones.ts';
export { kitStockSql } from './kitStock.ts';
export { letFollow, refuseReferencedRecords, usedAmong } from './uses.ts';
export { mountRecords, mountResource } from './mountResource.ts';
export { mountTable, mountTables } from './mountTable.ts';
export { recordRows, recordWriter } from './recordWriter.ts';
export { searchOf } from './tableQuery.ts';
export { trimTrailingZeros } from './cell.ts';
