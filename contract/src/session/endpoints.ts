import { bonusUses } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Line, Optional, Text, literals } from '../field.ts';
import { Closed, DecimalString, Id, Nullable, choices, readAll } from '../resource.ts';
import { creditChecks } from '../system/settings.ts';

/** SHA-256 of the password, in hex: an opaque secret to the server. */
export const PasswordHash = Type.String({ pattern: '^[0-9a-f]{64}$' });

/**
 * How long the company may work: `state` is `ending` from 15 days before its end (from 5 where it only tries the
 * product), and `ended` in the 30 days after it, in which it only reads. Instants in ISO; null where there is no end.
 */
const Term = Closed({
  state: literals(['open', 'ending', 'ended']),
  endsAt: Nullable(Type.String()),
  readableUntil: Nullable(Type.String()),
});

export const SessionUser = Closed({
  id: Id,
  loginName: Type.String(),
  username: Type.String(),
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

export const login = endpoint({
  call: 'POST /user/login',
  summary: 'Sign in',
  access: 'public',
  writes: false,
  input: Closed({
    loginName: Line(1, 100),
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
export const updatePassword = endpoint({
  call: 'POST /user/updatePwd',
  beforePasswordChange: true,
  whileReadOnly: ['expired'],
  summary: 'Change own password',
  access: 'signedIn',
  input: Closed({ userId: Id, oldpassword: PasswordHash, password: PasswordHash }),
  reply: Closed({}),
});

/** A node of the menu: `component` is the path of the view that stands at `url`. */
const MenuNode: TSchema = Type.Cyclic(
  {
    Node: Closed({
      id: Type.String(),
      text: Type.String(),
      url: Type.String(),
      icon: Type.String(),
      component: Type.String(),
      /** It can be opened but is not shown in the menu. */
      hidden: Type.Boolean(),
      /** The address in the frame of an embedded page; '' for every other page, and where it is not allowed. */
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
export const menu = endpoint({
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

/** The company's switches and identity, read by every screen, and which amounts the caller may not see. */
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
  creditCheck: literals(creditChecks),
  bonusUse: literals(bonusUses),
  /** The company has one user: lists need not say who wrote what. */
  onlyUser: Type.Boolean(),
  /** Masks of columns. */
  hiddenAmounts: Type.Array(Type.String()),
  /** What partners owe is counted of the documents that the caller may see, which are not all. */
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

/** A value the sign-in page needs before anybody has signed in; keys that are not public are as good as missing. */
export const publicPlatformValue = endpoint({
  call: 'GET /platformConfig/getPlatformConfigByKey',
  summary: 'A public value of the platform',
  access: 'public',
  input: Closed({ platformKey: Type.String({ pattern: '^[A-Za-z0-9_]{1,60}$' }) }),
  reply: Closed({ platformKey: Type.String(), platformValue: Type.String() }),
});

/** One page's settings of this user (columns, page size): any JSON up to 20 kB, under the page's name. */
export const preferences = readAll({
  path: '/userPreference/list',
  summary: "This user's page settings",
  access: 'signedIn',
  reply: Type.Record(Type.String(), Type.Unknown()),
});
export const savePreference = endpoint({
  call: 'PUT /userPreference/update',
  whileReadOnly: ['expired'],
  summary: 'Remember a page setting',
  access: 'signedIn',
  input: Closed({ name: Line(1, 100), value: Type.Unknown() }),
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
export const monthlyFigures = choices({
  path: '/depotItem/buyOrSalePrice',
  summary: 'Six months of the home page',
  row: { month: Type.String(), ...Figures.properties },
});
