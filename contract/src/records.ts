// Every record of master data, by what follows from its declaration.
import { attributes } from './catalog/attributes.ts';
import { brands } from './catalog/brands.ts';
import { categories } from './catalog/categories.ts';
import { services } from './catalog/services.ts';
import { units } from './catalog/units.ts';
import { institutions } from './institution/institutions.ts';
import { accounts } from './money/accounts.ts';
import { inOutItems } from './money/inOutItems.ts';
import { partners } from './partner/partners.ts';
import { people } from './partner/people.ts';
import { warehouses } from './warehouse/warehouses.ts';

/** Nothing hangs on them: their calls and their page are made from their declaration alone. */
export const plainRecords = [inOutItems, people] as const;

/** Those that a module mounts, since something follows from them, and whose page says more. */
export const recordsByHand = [
  units,
  categories,
  brands,
  services,
  attributes,
  partners,
  warehouses,
  accounts,
  institutions,
] as const;
