import { accounts, categories, inOutItems, people, warehouses } from '@tradehouse/contract';
import type { personTypes } from '@tradehouse/contract';
import type { InOutItemType } from '@tradehouse/domain';
import type { ComponentType } from 'react';
import { t } from '../phrase/index.ts';
import type { FormProps } from './listTypes.ts';
import { masterForm } from './masterForm.ts';

/** A warehouse, on its own page and where one is chosen. */
export const WarehouseForm = masterForm(warehouses, {
  columns: 2,
  initial: { type: 'own' },
  own: { address: { wide: true }, storageFee: { hint: t('warehouse.storageHint') } },
});

/** A settlement account, on its own page and where one is chosen. */
export const AccountForm = masterForm(accounts, { columns: 2 });

/** An item of income or of expense, where such items are chosen. */
export const itemForm = (type: InOutItemType): ComponentType<FormProps> =>
  masterForm(inOutItems, { fixed: { type } });

/** A person in charge; where people of one type are chosen, a new one is of that type. */
export const personForm = (type?: (typeof personTypes)[number]): ComponentType<FormProps> =>
  masterForm(people, type === undefined ? {} : { fixed: { type } });

/** A category of products, on its own page and where one is chosen. */
export const CategoryForm = masterForm(categories, {
  own: { parentId: { exceptSelf: true } },
});
