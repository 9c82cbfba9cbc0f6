import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Text, toLiteralUnion } from '../field.ts';
import { priceListPage } from '../catalog/priceLists.ts';
import { openingDebtPage } from '../partner/openingDebts.ts';
import { accountPage, partnerPages, productPage, warehousePage } from '../recordPages.ts';
import { Closed, Nullable, readAll } from '../resource.ts';
import type { SheetId } from '../sheet/sheets.ts';
import { movingPage } from './movingFigures.ts';

interface MovingStepFacts {
  /** Page of the records; the import requires the edit button. */
  readonly page: string;
  /** Spreadsheet import of the step; absent: entered on the page. */
  readonly sheet?: SheetId;
}

/** Steps of moving in, in order: later steps name the records of earlier steps. */
export const movingStepCodes = [
  'warehouses',
  'suppliers',
  'customers',
  'members',
  'products',
  'priceLists',
  'openingStock',
  'openingDebts',
  'accounts',
] as const;

export type MovingStep = (typeof movingStepCodes)[number];

export const movingSteps: Readonly<Record<MovingStep, MovingStepFacts>> = {
  warehouses: { page: warehousePage },
  suppliers: { page: partnerPages.supplier, sheet: 'suppliers' },
  customers: { page: partnerPages.customer, sheet: 'customers' },
  members: { page: partnerPages.member, sheet: 'members' },
  products: { page: productPage, sheet: 'products' },
  priceLists: { page: priceListPage, sheet: 'listPrices' },
  openingStock: { page: productPage, sheet: 'openingStock' },
  openingDebts: { page: openingDebtPage, sheet: 'openingDebts' },
  accounts: { page: accountPage },
};

/** Source program and present records of each step; null for pages closed to the reader. */
export const movingOverview = readAll({
  path: '/moving/overview',
  summary: 'Steps of moving in, with present counts of records',
  access: { page: movingPage },
  reply: Closed({
    /** Known program, or a typed name; '' before a choice. */
    program: Type.String(),
    steps: Type.Array(
      Closed({ step: toLiteralUnion(movingStepCodes), count: Nullable(Type.Integer()) }),
    ),
  }),
});

/** Remembers the source program for the company. */
export const saveMovingProgram = defineEndpoint({
  call: 'PUT /moving/program',
  summary: 'Remember the program that the company moves from',
  access: { page: movingPage, button: '1' },
  input: Closed({ program: Text(60) }),
  reply: Closed({ program: Type.String() }),
});
