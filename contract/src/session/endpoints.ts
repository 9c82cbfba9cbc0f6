import { bonusUses } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { SingleLine, Optional, Text, toLiteralUnion } from '../field.ts';
import { toRecordSchema } from '../lightSchemas.ts';
import { Closed, DecimalString, Id, Nullable, defineChoices, readAll } from '../resource.ts';
import { creditChecks, ScanRulesSetting } from '../system/settings.ts';

/** SHA-256 of the password, in hex: an opaque secret to the server. */
export const PasswordHash = Type.String({ pattern: '^[0-9a-f]{64}$' });

/**
 * Term of the company. `state` is `ending` from 15 days before the end (5 for a trial), `ended` in the 30
 * read-only days afterwards. ISO instants; null: no end.
 */
const Term = Closed({
  state: toLiteralUnion(['open', 'ending', 'ended']),
  endsAt: Nullable(Type.String()),
  readableUntil: Nullable(Type.String()),
});

export const SessionUser = Closed({
  id: Id,
  loginName: Type.String(),
  /** The real name, under its older name. */
  username: Type.String(),
  realname: Type.String(),
  /** Name of the user in greetings: the nickname, else the real name. */
  nickname: Type.String(),
  pictureId: Nullable(Id),
  tenantId: Id,
  tenantName: Type.String(),
  operator: Type.Boolean(),
  owner: Type.Boolean(),
  institutionName: Type.String(),
  mustChangePassword: Type.Boolean(),
  term: Term,
});
export type SessionUser = Static<typeof SessionUser>;

export const login = defineEndpoint({
  call: 'POST /user/login',
  summary: 'Sign in',
  access: 'public',
  writes: false,
  input: Closed({
    loginName: SingleLine(1, 100),
    password: PasswordHash,
  }),
  reply: Closed({ token: Type.String(), user: SessionUser }),
});
export const logout = readAll({
  path: '/user/logout',
  beforePasswordChange: true,
  whileReadOnly: ['expired', 'viewing'],
  summary: 'End this session',
  access: 'signedIn',
  reply: Closed({}),
});
export const currentUser = readAll({
  path: '/user/getUserSession',
  beforePasswordChange: true,
  summary: 'Who is signed in',
  access: 'signedIn',
  reply: SessionUser,
});
export const updatePassword = defineEndpoint({
  call: 'POST /user/updatePwd',
  beforePasswordChange: true,
  whileReadOnly: ['expired'],
  summary: 'Change own password',
  access: 'signedIn',
  input: Closed({ userId: Id, oldpassword: PasswordHash, password: PasswordHash }),
  reply: Closed({}),
});

/** Menu node: `component` is the view path at `url`. */
const MenuNode: TSchema = Type.Cyclic(
  {
    Node: Closed({
      id: Type.String(),
      text: Type.String(),
      url: Type.String(),
      icon: Type.String(),
      component: Type.String(),
      /** Page opens but is not shown in the menu. */
      hidden: Type.Boolean(),
      /** Frame address of an embedded page; '' for other pages and disallowed addresses. */
      frame: Type.String(),
      /** Button codes this user has on the page. */
      buttons: Type.Array(Type.String()),
      children: Type.Array(Type.Ref('Node')),
    }),
  },
  'Node',
);
export interface MenuEntry {
  readonly id: string;
  readonly text: string;
  readonly url: string;
  readonly icon: string;
  readonly component: string;
  readonly hidden: boolean;
  readonly frame: string;
  readonly buttons: readonly string[];
  readonly children: readonly MenuEntry[];
}
export const menu = defineEndpoint({
  call: 'POST /function/findMenuByPNumber',
  summary: 'The menu of the signed-in user',
  access: 'signedIn',
  writes: false,
  input: Closed({
    pNumber: Optional(Text(20)),
    userId: Optional(Id),
  }),
  reply: Type.Array(MenuNode),
});

/** Company settings and identity, read by every screen, with the amounts hidden from the caller. */
export const SettingsReply = Closed({
  companyName: Type.String(),
  companyContacts: Type.String(),
  companyAddress: Type.String(),
  companyPhone: Type.String(),
  companyFax: Type.String(),
  companyPostCode: Type.String(),
  saleAgreement: Type.String(),
  timeZone: Type.String(),
  currency: Type.String(),
  currencySymbol: Type.String(),
  currencyDigits: Type.Integer(),
  closedUntil: Nullable(Type.String()),
  warehouseGrants: Type.Boolean(),
  customerGrants: Type.Boolean(),
  negativeStock: Type.Boolean(),
  purchaseBySale: Type.Boolean(),
  forceApproval: Type.Boolean(),
  updateUnitPrice: Type.Boolean(),
  overLink: Type.Boolean(),
  multiAccount: Type.Boolean(),
  auditPrint: Type.Boolean(),
  reviewBySelf: Type.Boolean(),
  zeroChangeAmount: Type.Boolean(),
  customerStaticPrice: Type.Boolean(),
  priceIncludesTax: Type.Boolean(),
  reserveOnOrder: Type.Boolean(),
  keepOverpayment: Type.Boolean(),
  creditCheck: toLiteralUnion(creditChecks),
  bonusUse: toLiteralUnion(bonusUses),
  landingUrl: Type.String(),
  /** Chosen landing pages: of the user, the role, the company. The first that the user may open counts. */
  landings: Type.Array(Type.String()),
  freightInProfit: Type.Boolean(),
  landedCost: Type.Boolean(),
  scanRules: ScanRulesSetting,
  /** Company has one user: lists may omit the author. */
  onlyUser: Type.Boolean(),
  /** Masks of columns. */
  hiddenAmounts: Type.Array(Type.String()),
  /** Partner balances count only documents visible to the caller. */
  partOfBooks: Type.Boolean(),
  version: Type.Integer(),
});
export type SettingsReply = Static<typeof SettingsReply>;
export const currentSettings = readAll({
  path: '/systemConfig/getCurrentInfo',
  summary: "The company's settings",
  access: 'signedIn',
  reply: SettingsReply,
});
export const platformName = readAll({
  path: '/platformConfig/getPlatform/name',
  summary: "The product's name",
  access: 'public',
  reply: Type.String(),
});

/** Value needed before sign-in; non-public keys count like missing keys. */
export const publicPlatformValue = defineEndpoint({
  call: 'GET /platformConfig/getPlatformConfigByKey',
  summary: 'A public value of the platform',
  access: 'public',
  input: Closed({ platformKey: Type.String({ pattern: '^[A-Za-z0-9_]{1,60}$' }) }),
  reply: Closed({ platformKey: Type.String(), platformValue: Type.String() }),
});

/** This user's settings for one page (columns, page size): any JSON up to 20 kB, by page name. */
export const preferences = readAll({
  path: '/userPreference/list',
  summary: "This user's page settings",
  access: 'signedIn',
  reply: toRecordSchema(Type.Unknown()),
});
export const savePreference = defineEndpoint({
  call: 'PUT /userPreference/update',
  whileReadOnly: ['expired'],
  summary: 'Remember a page setting',
  access: 'signedIn',
  input: Closed({ name: SingleLine(1, 100), value: Type.Unknown() }),
  reply: Closed({}),
});

/** Purchase, sales, retail and profit of today, yesterday, this month and this year; null where masked. */
export const Figures = Closed({
  buy: Nullable(DecimalString),
  sale: Nullable(DecimalString),
  retailSale: Nullable(DecimalString),
  profit: Nullable(DecimalString),
});
export const statistics = readAll({
  path: '/depotHead/getBuyAndSaleStatistics',
  summary: 'Totals of the home page',
  access: 'signedIn',
  reply: Closed({ today: Figures, yesterday: Figures, month: Figures, year: Figures }),
});
/** The last six months, oldest first; `month` is YYYY-MM. */
export const monthlyFigures = defineChoices({
  path: '/depotItem/buyOrSalePrice',
  summary: 'Six months of the home page',
  row: { month: Type.String(), ...Figures.properties },
});
