import { defineTable } from '../table.ts';
import { ledgerKinds } from './ledger.ts';

const page = '/report/serial_trace';

/** Possible places of a serial number. */
export const serialStates = [
  'inStock',
  'travelling',
  'sold',
  'returned',
  'used',
  'writtenOff',
] as const;

/** Pieces with a serial, or one: description and location. Warehouses without access are not named. */
export const serialTable = defineTable({
  id: 'serials',
  path: '/serialNumber/trace',
  exportPath: '/serialNumber/exportTrace',
  access: { page },
  columns: {
    id: { type: 'text', code: true, hidden: true },
    skuId: { type: 'id', hidden: true },
    serial: { type: 'text', code: true, width: 160, matters: 'most' },
    barcode: { type: 'text', code: true, width: 120 },
    name: { type: 'text', width: 180 },
    attributes: { type: 'text', width: 100 },
    state: { type: 'choice', choices: serialStates, width: 100 },
    warehouseName: { type: 'text', width: 120 },
    /** Receiver of a piece gone. */
    partnerName: { type: 'text', width: 150 },
    lot: { type: 'text', code: true, optional: true, width: 110 },
  },
  filters: {
    serial: { by: 'own', control: 'text', first: true },
  },
  nameColumn: 'serial',
  facts: ['name', 'state', 'warehouseName'],
  order: { column: 'serial', direction: 'asc' },
});

/** One piece's moves in force, newest first: from, to, document and partner; `state` after the move. */
export const serialMovesTable = defineTable({
  id: 'serialMoves',
  path: '/serialNumber/moves',
  exportPath: '/serialNumber/exportMoves',
  access: { page },
  columns: {
    id: { type: 'text', code: true, hidden: true },
    sequence: { type: 'integer', hidden: true },
    documentId: { type: 'id', hidden: true },
    date: { type: 'day', width: 110 },
    number: { type: 'text', code: true, width: 170 },
    kind: { type: 'choice', choices: ledgerKinds, width: 110 },
    state: { type: 'choice', choices: serialStates, width: 100 },
    warehouseName: { type: 'text', width: 120 },
    partnerName: { type: 'text', width: 150 },
    creatorName: { type: 'text', width: 90 },
  },
  filters: {
    /** Both are required for rows. */
    skuId: { by: 'own', control: 'text' },
    serial: { by: 'own', control: 'text' },
  },
  nameColumn: 'number',
  facts: ['date', 'state', 'partnerName'],
  order: { column: 'sequence', direction: 'desc' },
});
