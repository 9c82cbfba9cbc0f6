import { documentKinds } from '@tradehouse/domain';
import type { Document } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import { switchedOff } from '../store/references.ts';
import type { OffTable, References } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';

/** A record that a document names, and where. */
interface Naming {
  readonly table: OffTable;
  readonly id: string | null | undefined;
  readonly field: string;
  /** Counted from 1. */
  readonly line?: number;
}

function namingsOf({ document, head }: Stored): Naming[] {
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

const keyOf = ({ table, id }: Naming): string => switchedOff(table, id ?? '');

/**
 * Refuses with `record.disabled` what a document newly names and is switched off; what it named before it may keep.
 * Internal documents and imported ones are not people's choice.
 */
export function refuseSwitchedOff(
  stored: Stored,
  before: Stored | null,
  { off }: Pick<References, 'off'>,
): void {
  if (off.size === 0 || !isChosen(stored.document) || stored.head.importedFrom !== null) return;
  const kept = new Set(before === null ? [] : namingsOf(before).map(keyOf));
  for (const naming of namingsOf(stored)) {
    const name = off.get(keyOf(naming));
    if (name === undefined || kept.has(keyOf(naming))) continue;
    const { field, line } = naming;
    refuse('record.disabled', { name }, { field, ...(line === undefined ? {} : { line }) });
  }
}

const isChosen = ({ kind }: Document): boolean => documentKinds[kind].url !== null;
