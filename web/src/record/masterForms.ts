import {
  accounts,
  categories,
  people,
  personTypes,
  warehouses,
  warehouseTypes,
} from '@tradehouse/contract';
import type { ComponentType } from 'react';
import { t } from '../phrase/index.ts';
import type { FormProps } from './listTypes.ts';
import { recordForm } from './recordForm.tsx';

/** A warehouse, on its own page and where one is chosen. */
export const WarehouseForm = recordForm({
  resource: warehouses,
  table: warehouses.table,
  title: t('record.warehouse'),
  columns: 2,
  initial: { type: 'own' },
  fields: [
    { name: 'name', unique: true },
    { name: 'type', control: 'choice', choices: warehouseTypes },
    { name: 'address', wide: true },
    { name: 'storageFee', control: 'decimal', hint: t('warehouse.storageHint') },
    { name: 'transportFee', control: 'decimal' },
    { name: 'principalId', control: 'user' },
    { name: 'sort', control: 'integer' },
    { name: 'remark', control: 'area', wide: true },
  ],
});

/** A settlement account, on its own page and where one is chosen. */
export const AccountForm = recordForm({
  resource: accounts,
  table: accounts.table,
  title: t('record.account'),
  columns: 2,
  fields: [
    { name: 'name', unique: true },
    { name: 'number' },
    { name: 'openingAmount', control: 'decimal' },
    { name: 'sort', control: 'integer' },
    { name: 'remark', control: 'area', wide: true },
  ],
});

/** A person in charge; where people of one type are chosen, a new one is of that type. */
export const personForm = (type?: (typeof personTypes)[number]): ComponentType<FormProps> =>
  recordForm({
    // The name is free as long as no one of the same type has it, which the save decides.
    resource: { infoCall: people.infoCall, add: people.add, update: people.update },
    table: people.table,
    title: t('record.person'),
    initial: { type: 'salesperson' },
    ...(type === undefined ? {} : { fixed: { type } }),
    fields: [
      { name: 'name' },
      ...(type === undefined
        ? [{ name: 'type' as const, control: 'choice' as const, choices: personTypes }]
        : []),
      { name: 'sort', control: 'integer' },
    ],
  });

/** A category of products, on its own page and where one is chosen. */
export const CategoryForm = recordForm({
  resource: { infoCall: categories.infoCall, add: categories.add, update: categories.update },
  table: categories.table,
  title: t('record.category'),
  fields: [
    { name: 'name' },
    { name: 'number' },
    { name: 'parentId', control: 'category', exceptSelf: true },
    { name: 'sort', control: 'integer' },
    { name: 'remark', control: 'area' },
  ],
});
