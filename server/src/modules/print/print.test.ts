import {
  defaultTemplate,
  documentsToPrint,
  goodsDocuments,
  moneyDocuments,
  printPaperCodes,
  printTemplates,
  recordPrinting,
  resetPrintTemplate,
  updatePrintLogo,
  updatePrintTemplate,
} from '@tradehouse/contract';
import type { PrintTemplate } from '@tradehouse/contract';
import { goodsKindCodes, kindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { statementsOf } from '../../testing.ts';
import { aShopServer } from '../document/testShop.ts';
import { toPrint } from './printing.ts';

const { server, shop } = await aShopServer();
const one = await shop.product();
const line = (quantity: string, unitPrice = '20') => ({
  barcode: one.barcode,
  quantity,
  unitPrice,
});
await shop.goods('purchaseIn', [line('500', '10')]);
beforeEach(() => shop.set({ audit_print: false }));

/** A user who opens these pages with these buttons and sees no amounts of these sorts. */
async function user(
  name: string,
  pages: Readonly<Record<string, readonly string[]>>,
  { hidden = [], scope = 'all' }: { hidden?: readonly string[]; scope?: string } = {},
): Promise<string> {
  const { tenantId } = shop.company;
  const roleId = await server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope, hidden_amounts)
      values (${tenantId}, ${name}, ${scope}, ${hidden}) returning id`.execute(tx);
    const id = rows[0]?.id ?? '';
    for (const [url, buttons] of Object.entries(pages))
      await sql`insert into role_function (tenant_id, role_id, function_url, buttons)
        values (${tenantId}, ${id}, ${url}, ${buttons})`.execute(tx);
    return id;
  });
  await server.addUser({ loginName: name, roleId });
  return server.signIn(name);
}

describe('documents to print', () => {
  test('are returned in the requested order with partner details and debt', async () => {
    await server.arrange(shop.company, (tx) =>
      sql`update partner set contacts = 'Ann', phone = '555', address = '1 Quay', tax_number = 'T9',
        bank_name = 'Bank of Quay', bank_account = '77'
        where tenant_id = ${shop.company.tenantId} and id = ${shop.customer}`.execute(tx),
    );
    const first = await shop.goods('saleOut', [line('2')], { paidNow: '0', status: '1' });
    const second = await shop.goods('saleOut', [line('3')], { paidNow: '50', status: '1' });
    const { documents, templates, logo, serviceUrl } = await server.call(documentsToPrint, {
      kind: 'saleOut',
      ids: `${second.id},${first.id},${second.id}`,
    });
    expect(documents.map(({ number }) => number)).toEqual([second.number, first.number]);
    expect(documents[0]).toMatchObject({
      partnerName: 'Cy Stores',
      partnerContacts: 'Ann',
      partnerPhone: '555',
      partnerAddress: '1 Quay',
      partnerTaxNumber: 'T9',
      partnerBank: 'Bank of Quay',
      partnerBankAccount: '77',
      payable: '60',
      partnerDebt: '50',
      partnerDebtBefore: '40',
      lines: [{ quantity: '3', amount: '60' }],
    });
    expect({ templates, logo, serviceUrl }).toEqual({ templates: [], logo: '', serviceUrl: '' });
    const receipt = await shop.money('moneyIn', [{ settledDocumentId: first.id, amount: '40' }]);
    const paid = await server.call(documentsToPrint, { kind: 'moneyIn', ids: receipt.id });
    expect(paid.documents).toMatchObject([{ partnerDebt: '10', partnerDebtBefore: '50' }]);
  });

  test('need equally many statements for a hundred documents and for a single document', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 100; at += 1)
      ids.push((await shop.goods('saleOut', [line('1'), line('2')])).id);
    const statements = (some: readonly string[]) =>
      shop.asOwner((context) => {
        const scope = { ...context.scope, pages: new Map([['/bill/sale_out', new Set<string>()]]) };
        return statementsOf({ ...context, scope }, async (counted) => {
          const { documents } = await toPrint(counted, { kind: 'saleOut', ids: some.join(',') });
          expect(documents.map(({ id }) => id)).toEqual(some);
          expect(documents.every(({ lines }) => lines.length === 2)).toBe(true);
        });
      });
    const single = await statements(ids.slice(0, 1));
    expect(single).toBeLessThanOrEqual(8);
    expect(await statements(ids)).toBe(single);
    const { changed } = await server.call(recordPrinting, {
      kind: 'saleOut',
      ids: ids.join(','),
      paper: 'a4',
    });
    expect(changed).toBe(100);
  });

  test('are refused before their approval where the company requires approval for printing', async () => {
    await shop.set({ audit_print: true });
    const approved = await shop.goods('saleOut', [line('1')], { status: '1' });
    const draft = await shop.goods('saleOut', [line('1')]);
    const both = { kind: 'saleOut', ids: `${approved.id},${draft.id}` };
    const refusal = { key: 'print.notApproved', data: { number: draft.number } };
    expect(await server.refusal(documentsToPrint, both)).toMatchObject(refusal);
    expect(await server.refusal(recordPrinting, { ...both, paper: 'a4' })).toMatchObject(refusal);
    const { documents } = await server.call(documentsToPrint, {
      kind: 'saleOut',
      ids: approved.id,
    });
    expect(documents).toHaveLength(1);
    await server.call(goodsDocuments.setStatus, { ids: draft.id, status: '1' });
    expect((await server.call(documentsToPrint, both)).documents).toHaveLength(2);
  });

  test('are refused as a whole when a document is missing, of another kind, or too many', async () => {
    const sale = await shop.goods('saleOut', [line('1')]);
    const receipt = await shop.goods('purchaseIn', [line('1')]);
    const asked = (kind: string, ids: string) => server.refusal(documentsToPrint, { kind, ids });
    expect((await asked('saleOut', `${sale.id},999999999`)).key).toBe('record.missing');
    expect((await asked('saleOut', `${sale.id},${receipt.id}`)).key).toBe('record.missing');
    expect((await asked('openingStock', sale.id)).key).toBe('document.kind');
    const many = Array.from({ length: 201 }, (_, at) => String(at + 1)).join(',');
    expect((await asked('saleOut', many)).key).toBe('print.tooMany');
  });

  test('show only kinds, documents and amounts visible to their reader', async () => {
    const sale = await shop.goods('saleOut', [line('1')], { paidNow: '0' });
    const input = { kind: 'saleOut', ids: sale.id };
    const keeper = await user('packer', { '/bill/sale_out': [] }, { hidden: ['sale'] });
    const { documents } = await server.call(documentsToPrint, input, keeper);
    expect(documents[0]).toMatchObject({
      goodsAmount: null,
      payable: null,
      debt: null,
      partnerDebt: null,
      partnerDebtBefore: null,
      lines: [{ quantity: '1', unitPrice: null, amount: null, total: null }],
    });
    const buyer = await user('buyer', { '/bill/purchase_in': [] });
    expect((await server.refusal(documentsToPrint, input, buyer)).key).toBe('access.denied');
    expect((await server.refusal(recordPrinting, { ...input, paper: 'a4' }, buyer)).key).toBe(
      'access.denied',
    );
    const stranger = await user('own', { '/bill/sale_out': [] }, { scope: 'own' });
    expect((await server.refusal(documentsToPrint, input, stranger)).key).toBe('record.missing');
  });

  test('are logged individually when printed, and not when viewed', async () => {
    const sale = await shop.goods('saleOut', [line('1')], { paidNow: '0' });
    const receipt = await shop.money('moneyIn', [{ amount: '5', settledDocumentId: sale.id }]);
    await server.call(documentsToPrint, { kind: 'moneyIn', ids: receipt.id });
    const printings = () =>
      server.arrange(shop.company, async (tx) => {
        const { rows } = await sql`
          select subject, number, after from audit_log
          where tenant_id = ${shop.company.tenantId} and action = 'print' and subject = 'moneyIn'`.execute(
          tx,
        );
        return rows;
      });
    expect(await printings()).toEqual([]);
    await server.call(recordPrinting, { kind: 'moneyIn', ids: receipt.id, paper: 'receipt80' });
    expect(await printings()).toEqual([
      { subject: 'moneyIn', number: receipt.number, after: { paper: 'receipt80' } },
    ]);
    expect((await server.call(moneyDocuments.info, { id: receipt.id })).version).toBe(
      receipt.version,
    );
  });

  test('use the external print service only where the service is enabled and allowed in frames', async () => {
    const sale = await shop.goods('saleOut', [line('1')]);
    const configure = (key: string, value: string) =>
      sql`update platform_config set value = ${value} where key = ${key}`.execute(
        server.database.admin,
      );
    const url = async () =>
      (await server.call(documentsToPrint, { kind: 'saleOut', ids: sale.id })).serviceUrl;
    await configure('bill_print_url', 'https://print.example.com/bill');
    await configure('bill_print_flag', '1');
    expect(await url()).toBe('');
    await configure('frame_origins', 'https://print.example.com');
    expect(await url()).toBe('https://print.example.com/bill');
    await configure('bill_print_flag', '0');
    expect(await url()).toBe('');
  });
});

describe('a print template', () => {
  const base = (): PrintTemplate => defaultTemplate('saleOut', 'a4');
  const save = (template: unknown, version = 0) => ({
    kind: 'saleOut',
    paper: 'a4',
    version,
    template,
  });

  test.each(kindCodes.flatMap((kind) => printPaperCodes.map((paper) => [kind, paper] as const)))(
    'the default template of %s on %s has line columns and is accepted by the server',
    async (kind, paper) => {
      const template = defaultTemplate(kind, paper);
      expect(template.lines.columns.length).toBeGreaterThan(0);
      const input = { kind, paper, version: 0, template };
      expect(await server.call(updatePrintTemplate, input)).toEqual({ version: 1 });
      await server.call(resetPrintTemplate, { kind, paper });
    },
  );

  test('is kept by kind and paper, is read when printing, and can be reset', async () => {
    const sale = await shop.goods('saleOut', [line('1')]);
    const changed = { ...base(), fontSize: 12, header: { ...base().header, title: 'Delivery' } };
    expect(await server.call(updatePrintTemplate, save(changed) as never)).toEqual({ version: 1 });
    const { templates } = await server.call(documentsToPrint, { kind: 'saleOut', ids: sale.id });
    expect(templates).toEqual([{ paper: 'a4', template: changed, version: 1 }]);
    expect((await server.call(printTemplates, { kind: 'purchaseIn' })).templates).toEqual([]);

    expect((await server.refusal(updatePrintTemplate, save(base(), 0))).key).toBe('record.stale');
    expect(await server.call(updatePrintTemplate, save(base(), 1) as never)).toEqual({
      version: 2,
    });
    const reset = { kind: 'saleOut', paper: 'a4' } as const;
    expect(await server.call(resetPrintTemplate, reset)).toEqual({ changed: 1 });
    expect(await server.call(resetPrintTemplate, reset)).toEqual({ changed: 0 });
    expect((await server.refusal(updatePrintTemplate, save(base(), 2))).key).toBe('record.stale');
  });

  test.each<readonly [string, (template: PrintTemplate) => unknown, string]>([
    ['a key that is not declared', (one) => ({ ...one, script: 'alert(1)' }), 'request.field'],
    [
      'a key that is not declared, deep inside',
      (one) => ({ ...one, header: { ...one.header, html: '<b>' } }),
      'request.field',
    ],
    ['a paper too narrow', (one) => ({ ...one, width: 10 }), 'request.field'],
    ['letters too large', (one) => ({ ...one, fontSize: 90 }), 'request.field'],
    ['half a millimetre', (one) => ({ ...one, width: 210.5 }), 'request.field'],
    ['no columns', (one) => ({ ...one, lines: { ...one.lines, columns: [] } }), 'request.field'],
    [
      'a field no one declared',
      (one) => ({ ...one, sums: [{ field: 'constructor', label: '' }] }),
      'request.field',
    ],
    [
      'a label that is too long',
      (one) => ({ ...one, sums: [{ field: 'payable', label: 'x'.repeat(31) }] }),
      'request.field',
    ],
    [
      'a field that the kind does not have',
      (one) => ({ ...one, sums: [{ field: 'changeGiven', label: '' }] }),
      'print.field',
    ],
    [
      'a field twice',
      (one) => ({
        ...one,
        facts: { across: 3, fields: [1, 2].map(() => ({ field: 'number', label: '' })) },
      }),
      'print.field',
    ],
    [
      'margins that leave nothing',
      (one) => ({ ...one, width: 100, margins: { ...one.margins, left: 40, right: 40 } }),
      'print.margins',
    ],
  ])('is refused with %s', async (_, change, key) => {
    expect((await server.refusal(updatePrintTemplate, save(change(base())))).key).toBe(key);
  });

  test('is changed by users who edit the configuration, of their own company', async () => {
    const reader = await user('configReader', { '/system/system_config': [] });
    const input = save(base());
    expect((await server.refusal(updatePrintTemplate, input, reader)).key).toBe('access.denied');
    expect(
      (await server.refusal(resetPrintTemplate, { kind: 'saleOut', paper: 'a4' }, reader)).key,
    ).toBe('access.denied');
    expect((await server.refusal(updatePrintLogo, { logo: '' }, reader)).key).toBe('access.denied');
    const other = await server.signIn('other');
    await server.call(updatePrintTemplate, input as never, other);
    expect((await server.call(printTemplates, { kind: 'saleOut' })).templates).toEqual([]);
  });
});

describe('the print logo', () => {
  const png = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')}`;
  const logo = async () => (await server.call(printTemplates, { kind: 'saleOut' })).logo;

  test('can be set to a picture and removed', async () => {
    await server.call(updatePrintLogo, { logo: png });
    expect(await logo()).toBe(png);
    await server.call(updatePrintLogo, { logo: '' });
    expect(await logo()).toBe('');
  });

  test.each([
    ['svg', 'data:image/svg+xml;base64,PHN2Zz4=', 'request.field'],
    ['an address', 'https://example.com/logo.png', 'request.field'],
    ['no picture', `data:image/png;base64,${btoa('<script>alert(1)</script>')}`, 'file.picture'],
    ['another picture', png.replace('png', 'jpeg'), 'file.picture'],
  ])('is refused when the uploaded value is %s', async (_, wrong, key) => {
    expect((await server.refusal(updatePrintLogo, { logo: wrong })).key).toBe(key);
  });
});

test('every goods kind prints the quantity by default', () => {
  for (const kind of goodsKindCodes)
    expect(defaultTemplate(kind, 'a4').lines.columns.map(({ field }) => field)).toContain(
      'quantity',
    );
});
