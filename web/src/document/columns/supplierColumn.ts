import { supplierChoices } from '@tradehouse/contract';
import { callEndpoint } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';
import type { Suggestion } from '../grid/column.ts';
import type { NamedSupplier } from '../draft/lineDraft.ts';
import type { GoodsLineColumn } from './lineForm.ts';

/**
 * Returns the supplier column. Typed, pasted or filled names match suppliers offered or present before:
 * there are too many suppliers to load.
 */
export function supplierColumn(): GoodsLineColumn {
  const known = new Map<string, NamedSupplier>();
  const learn = (supplier: NamedSupplier | null): string => {
    if (supplier !== null) known.set(supplier.id, supplier);
    return supplier?.name ?? '';
  };
  return {
    id: 'supplierId',
    title: t('editor.column.supplierId'),
    width: 140,
    show: ({ supplier }) => supplier?.name ?? '',
    text: ({ supplier }) => learn(supplier),
    write: (line, text) => {
      if (text === '') return { row: { ...line, supplier: null } };
      const supplier = [...known.values()].find(({ name }) => name === text.trim());
      return supplier === undefined
        ? { wrong: t('editor.wrong.choice', { text }) }
        : { row: { ...line, supplier } };
    },
    pick: (line, id) => ({ row: { ...line, supplier: known.get(id) ?? line.supplier } }),
    suggest: async (_, text): Promise<readonly Suggestion[]> => {
      const found = await callEndpoint(supplierChoices, { key: text.trim(), limit: 20 });
      return found.map(({ id, name }) => ({ value: id, label: learn({ id, name }) }));
    },
    suggestAfter: 250,
  };
}
