import { Type } from 'typebox';
import type { Static } from 'typebox';
import { userPage } from '../identity/pages.ts';
import { Closed, Nullable, readAll } from '../resource.ts';
import { settingsPage } from '../system/settings.ts';
import { accountPage, partnerPages, productPage, warehousePage } from '../recordPages.ts';

/** First steps of a new company, in order, with pages. */
export const firstStepPages = {
  settings: settingsPage,
  warehouse: warehousePage,
  account: accountPage,
  people: userPage,
  product: productPage,
  partner: partnerPages.supplier,
  opening: productPage,
  document: '/bill/purchase_in/new',
} as const;
export type FirstStep = keyof typeof firstStepPages;

const StepDone = Type.Boolean();
export const FirstSteps = Closed({
  settings: StepDone,
  warehouse: StepDone,
  account: StepDone,
  people: StepDone,
  product: StepDone,
  partner: StepDone,
  opening: StepDone,
  document: StepDone,
});
export type FirstSteps = Static<typeof FirstSteps>;

export const firstSteps = readAll({
  path: '/sys/firstSteps',
  summary:
    'What a new company has done already; null for all but its owner, and while it holds samples',
  access: 'signedIn',
  reply: Nullable(FirstSteps),
});
