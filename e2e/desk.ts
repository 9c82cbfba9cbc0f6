// Arranges what a story starts from through the product's own calls, so that stories act out only what they are about.
import { createHash } from 'node:crypto';
import {
  accountChoices,
  addTenant,
  goodsDocuments,
  login,
  moneyDocuments,
  myWarehouses,
  partners,
  products,
  updatePassword,
} from '@tradehouse/contract';
import type {
  Endpoint,
  GoodsDocumentInput,
  GoodsLineInput,
  InputOf,
  ListQuery,
  MoneyDocumentInput,
  Page,
  PartnerType,
  ProductFields,
  ReplyOf,
  RowOf,
  TableDeclaration,
} from '@tradehouse/contract';
import type { APIRequestContext } from '@playwright/test';
import { named, operator, uniqueDigits } from './pages.ts';
import type { Person } from './pages.ts';

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly barcode: string;
}

export interface Partner {
  readonly id: string;
  readonly name: string;
}

type Document = ReplyOf<typeof goodsDocuments.add>;

/** Hashes a password as browsers do before sending. */
export const sent = (password: string): string =>
  createHash('sha256').update(password).digest('hex');

/** Calls of the pages, made as one user. */
export class Desk {
  readonly #request: APIRequestContext;
  readonly #person: Person;
  #signedIn: Promise<ReplyOf<typeof login>> | null = null;

  constructor(request: APIRequestContext, person: Person) {
    this.#request = request;
    this.#person = person;
  }

  /** The first password they were given replaced by their own, as the product asks of them. */
  async settle(first: string): Promise<void> {
    const { user } = await (this.#signedIn = this.#signIn(first));
    const password = sent(this.#person.password);
    await this.call(updatePassword, { userId: user.id, oldpassword: sent(first), password });
  }

  /** Who they are, and of which company. */
  async self(): Promise<ReplyOf<typeof login>['user']> {
    return (await (this.#signedIn ??= this.#signIn(this.#person.password))).user;
  }

  /** The call's answer out of its envelope; fails the story where the server refuses. */
  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
    this.#signedIn ??= this.#signIn(this.#person.password);
    return this.#send(endpoint, input, { 'X-Access-Token': (await this.#signedIn).token });
  }

  #signIn(password: string): Promise<ReplyOf<typeof login>> {
    return this.#send(login, { loginName: this.#person.name, password: sent(password) }, {});
  }

  async #send<E extends Endpoint>(
    { method, path, envelope }: E,
    input: InputOf<E>,
    headers: Readonly<Record<string, string>>,
  ): Promise<ReplyOf<E>> {
    const payload =
      method === 'GET' || method === 'DELETE'
        ? { params: input as Record<string, string> }
        : { data: input };
    const reply = await this.#request.fetch(`/api${path}`, {
      method,
      headers: { ...headers, 'Idempotency-Key': uniqueDigits() },
      ...payload,
    });
    if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
    const body = (await reply.json()) as { readonly data?: unknown; readonly result?: unknown };
    return (envelope === 'success' ? body.result : body.data) as ReplyOf<E>;
  }

  /** The rows of a list, as one page of it. */
  async rows<T extends TableDeclaration>(
    list: T,
    query: ListQuery = {},
  ): Promise<Page<RowOf<T>>['rows']> {
    this.#signedIn ??= this.#signIn(this.#person.password);
    const headers = { 'X-Access-Token': (await this.#signedIn).token };
    const reply = await this.#request.get(`/api${list.path}`, { headers, params: { ...query } });
    if (!reply.ok()) throw new Error(`${list.path}: ${reply.status()} ${await reply.text()}`);
    return ((await reply.json()) as { readonly data: Page<RowOf<T>> }).data.rows;
  }

  /** A product that is bought for 20, sold for 30 and retailed for 36. */
  async product(word = '商品', more: Partial<ProductFields> = {}): Promise<Product> {
    const [name, barcode] = [named(word), uniqueDigits()];
    const first = { code: barcode, unit: '盒', purchasePrice: '20', salePrice: '30' };
    const barcodes = [{ ...first, retailPrice: '36' }];
    const { id } = await this.call(products.add, { name, unitName: '盒', barcodes, ...more });
    return { id, name, barcode };
  }

  async partner(type: PartnerType, word = '往来'): Promise<Partner> {
    const name = named(word);
    const { id } = await this.call(partners.add, { type, name });
    return { id, name };
  }

  /** The warehouse that documents start with. */
  async warehouse(): Promise<string> {
    const all = await this.call(myWarehouses, {});
    return (all.find(({ isDefault }) => isDefault) ?? all[0])?.id ?? '';
  }

  async account(): Promise<string> {
    const { accountList } = await this.call(accountChoices, {});
    return (accountList.find(({ isDefault }) => isDefault) ?? accountList[0])?.id ?? '';
  }

  /** A goods document, approved unless it says otherwise. Lines are given by barcode and quantity. */
  async goods(
    kind: string,
    lines: readonly Partial<GoodsLineInput>[],
    more: Partial<GoodsDocumentInput> = {},
  ): Promise<Document> {
    const [warehouseId, accountId] = [await this.warehouse(), await this.account()];
    return this.call(goodsDocuments.add, {
      kind,
      accountId,
      status: '1',
      ...more,
      lines: lines.map((line) => ({ barcode: '', quantity: '1', warehouseId, ...line })),
    });
  }

  /** So many of a product received, unpaid unless `more` says otherwise. */
  async receive(
    { barcode }: Product,
    quantity: string,
    more: Partial<GoodsDocumentInput> = {},
  ): Promise<Document> {
    const partnerId = more.partnerId ?? (await this.partner('supplier')).id;
    const lines = [{ barcode, quantity, unitPrice: '20' }];
    return this.goods('purchaseIn', lines, { paidNow: '0', ...more, partnerId });
  }

  async sell(
    { barcode }: Product,
    quantity: string,
    more: Partial<GoodsDocumentInput> = {},
  ): Promise<Document> {
    const partnerId = more.partnerId ?? (await this.partner('customer')).id;
    const lines = [{ barcode, quantity, unitPrice: '30' }];
    return this.goods('saleOut', lines, { paidNow: '0', ...more, partnerId });
  }

  async money(input: MoneyDocumentInput): Promise<Document> {
    return this.call(moneyDocuments.add, { accountId: await this.account(), ...input });
  }
}

/** Creates a company whose owner has set a password. */
export async function founded(request: APIRequestContext, owner: Person): Promise<Desk> {
  const { name: loginName } = owner;
  const company = { loginName, name: `商行${loginName}`, plan: 'paid', userLimit: 50 };
  const { password } = await new Desk(request, operator).call(addTenant, company);
  const desk = new Desk(request, owner);
  await desk.settle(password ?? '');
  return desk;
}
