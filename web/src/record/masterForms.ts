import { accounts, categories, inOutItems, people, warehouses } from '@tradehouse/contract';
import type { personTypes } from '@tradehouse/contract';
import type { InOutItemType } from '@tradehouse/domain';
import type { ComponentType } from 'react';
import { t } from '../phrase/index.ts';
import type { RecordFormProps } from './listTypes.ts';
import { masterForm } from './masterForm.ts';

/** Form of a warehouse, also offered in selects. */
export const WarehouseForm = masterForm(warehouses, {
  columns: 2,
  initial: { type: 'own', negativeStock: 'company' },
  own: {
    address: { wide: true },
    country: { hint: t('warehouse.countryHint') },
    storageFee: { hint: t('warehouse.storageHint') },
  },
});

/** Form of a settlement account, also offered in selects. */
export const AccountForm = masterForm(accounts, { columns: 2 });

/** Creates the form of an income or expense item, for selects. */
export const itemForm = (type: InOutItemType): ComponentType<RecordFormProps> =>
  masterForm(inOutItems, { fixed: { type } });

/** Creates the form of a person in charge; with a type, new people have it. */
export const personForm = (type?: (typeof personTypes)[number]): ComponentType<RecordFormProps> =>
  masterForm(people, type === undefined ? {} : { fixed: { type } });

/** Form of a product category, also offered in selects. */
export const CategoryForm = masterForm(categories, {
  own: { parentId: { exceptSelf: true } },
});
