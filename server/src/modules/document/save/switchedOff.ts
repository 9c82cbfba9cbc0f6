import { documentKinds } from '@tradehouse/domain';
import type { Document } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import { switchedOff } from '../store/references.ts';
import type { OffTable, References } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';

/** Record named by a document, and the field. */
interface Naming {
  readonly table: OffTable;
  readonly id: string | null | undefined;
  readonly field: string;
  /** Counted from 1. */
  readonly line?: number;
}

function namingsOf({ document, head }: StoredDocument): Naming[] {
  const { partnerId, settlements, goodsLines, moneyLines } = document;
  return [
    { table: 'partner', id: partnerId, field: 'partnerId' },
    { table: 'person', id: head.handlerId, field: 'handlerId' },
    ...head.salespersonIds.map((id): Naming => ({ table: 'person', id, field: 'salespersonIds' })),
    ...settlements.map(({ accountId: id }): Naming => ({
      table: 'account',
      id,
      field: 'accountId',
    })),
    ...goodsLines.flatMap((one, at): Naming[] => [
      { table: 'warehouse', id: one.warehouseId, field: 'warehouseId', line: at + 1 },
      { table: 'warehouse', id: one.targetWarehouseId, field: 'targetWarehouseId', line: at + 1 },
      { table: 'partner', id: one.supplierId, field: 'supplierId', line: at + 1 },
    ]),
    ...moneyLines.flatMap((one, at): Naming[] => [
      { table: 'account', id: one.accountId, field: 'accountId', line: at + 1 },
      { table: 'in_out_item', id: one.itemId, field: 'itemId', line: at + 1 },
    ]),
  ];
}

const switchableRecordKey = ({ table, id }: Naming): string => switchedOff(table, id ?? '');

/**
 * Refuses with `record.disabled` newly named disabled records; earlier references stay allowed. Internal
 * and imported documents are exempt: no user's choice.
 */
export function refuseSwitchedOff(
  stored: StoredDocument,
  before: StoredDocument | null,
  { off }: Pick<References, 'off'>,
): void {
  const isImport = before === null && stored.head.importedFrom !== null;
  if (off.size === 0 || !isChosen(stored.document) || isImport) return;
  const kept = new Set(before === null ? [] : namingsOf(before).map(switchableRecordKey));
  for (const naming of namingsOf(stored)) {
    const name = off.get(switchableRecordKey(naming));
    if (name === undefined || kept.has(switchableRecordKey(naming))) continue;
    const { field, line } = naming;
    refuseWith('record.disabled', { name }, { field, ...(line === undefined ? {} : { line }) });
  }
}

const isChosen = ({ kind }: Document): boolean => documentKinds[kind].url !== null;
