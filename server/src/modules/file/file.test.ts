import {
  brands,
  currentUser,
  users,
  viewAs,
  goodsDocuments,
  productChoices,
  products,
  stockOnHandTable,
  storedFile,
  uploadFile,
  warehouses,
} from '@tradehouse/contract';
import type { FileUse } from '@tradehouse/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { detectFileContent } from './content.ts';
import { normalizePicture } from './picture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#c04020' } })
    .withExif({ IFD0: { Copyright: 'the one who took it' } })
    .toFormat(format)
    .toBuffer();
const bring = (bytes: Uint8Array, name = 'a.png', biz: FileUse = 'material', token?: string) =>
  server.upload(uploadFile, { name, bytes }, { biz }, token);
const shown = (id: string, more: object = {}, token?: string) =>
  server.request('GET', storedFile.path, { id, ...more }, token);

let next = 500_000;
const aProduct = (more: object) => {
  next += 1;
  return {
    name: `Pictured ${next}`,
    unitName: 'piece',
    barcodes: [{ code: String(next), unit: 'piece' }],
    ...more,
  };
};

test.each([
  [
    'a PNG, whatever it is called',
    Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'),
    'a.exe',
    'image/png',
  ],
  ['a JPEG', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'a.jpg', 'image/jpeg'],
  ['a WebP', Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1'), 'a.webp', 'image/webp'],
  ['a PDF', Buffer.from('%PDF-1.7'), 'a.pdf', 'application/pdf'],
  ['a text', Buffer.from('金额,12\n'), 'a.csv', 'text/plain; charset=utf-8'],
  ['a page that calls itself a picture', Buffer.from('<html><script>'), 'a.png', null],
  ['a drawing that may hold a script', Buffer.from('<svg xmlns='), 'a.svg', null],
  ['a program', Buffer.from('MZ\x90\x00', 'latin1'), 'a.txt', null],
  ['nothing', Buffer.alloc(0), 'a.pdf', null],
  ['nothing that calls itself a text', Buffer.alloc(0), 'a.txt', null],
])('the type of %s is detected from its content', (_, bytes, name, type) => {
  expect(detectFileContent(bytes, name)?.type ?? null).toBe(type);
});

test('a picture is limited by its decoded size', async () => {
  const plain = await picture(100, 100);
  const deep = await sharp(plain).ensureAlpha().toColourspace('rgb16').png().toBuffer();
  const limit = 100 * 100 * 4;
  expect(await normalizePicture(plain, limit)).toHaveProperty('thumbnail');
  await expect(normalizePicture(deep, limit)).rejects.toThrow('file.picture');
});

describe('a picture', () => {
  test('is encoded again: smaller, WebP, without camera data, and in a small copy', async () => {
    const file = await bring(await picture(4_000, 1_000, 'jpeg'), 'C:\\photos\\shop.jpeg');
    expect(file).toMatchObject({ name: 'shop.webp', type: 'image/webp' });
    const large = await shown(file.id);
    expect(await sharp(large.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 1600,
      height: 400,
    });
    expect((await sharp(large.rawPayload).metadata()).exif).toBeUndefined();
    const small = await shown(file.id, { mini: true });
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 160, height: 40 });
  });

  test('is served as cacheable bytes, never inside a page', async () => {
    const { id } = await bring(await picture(10, 10));
    const { headers } = await shown(id);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment;/),
    });
  });

  test.each([
    ['half a picture', async () => (await picture(400, 400)).subarray(0, 300), 'file.picture'],
    ['a picture that unfolds beyond memory', () => picture(8_000, 8_000), 'file.picture'],
    ['a paper as a product’s picture', async () => Buffer.from('%PDF-1.7'), 'file.type'],
    ['a page', async () => Buffer.from('<html></html>'), 'file.type'],
  ])('%s is refused', async (_, bytes, key) => {
    expect(await bring(await bytes())).toMatchObject({ key, status: 422 });
  });

  test('beyond the size limit is refused', async () => {
    expect(await bring(Buffer.alloc(11 * 1024 * 1024))).toMatchObject({ key: 'request.tooLarge' });
  });
});

describe('files', () => {
  test('an uploaded file is private until a saved record names the file', async () => {
    await server.addUser({ loginName: 'seller', role: 'salesperson' });
    const seller = await server.signIn('seller');
    const { id } = await bring(await picture(20, 20));
    expect((await shown(id, {}, seller)).statusCode).toBe(404);
    const saved = await server.call(products.add, aProduct({ images: [id] }));
    expect((await shown(id, {}, seller)).statusCode).toBe(200);
    expect((await shown(id, {}, await server.signIn('other'))).statusCode).toBe(404);
    expect((await server.call(products.infoCall, { id: saved.id })).images).toEqual([
      { id, name: 'a.webp' },
    ]);
  });

  test('a product keeps its pictures in order, and a removed picture is deleted', async () => {
    const ids = [
      (await bring(await picture(20, 20))).id,
      (await bring(await picture(20, 20))).id,
    ] as const;
    const { id, version } = await server.call(products.add, aProduct({ images: [...ids] }));
    const { barcodes, name } = await server.call(products.infoCall, { id });
    const same = {
      name,
      barcodes: barcodes.map((row) => ({ id: row.id, code: row.code, unit: row.unit })),
    };
    const turned = await server.call(products.update, {
      id,
      version,
      ...same,
      images: [ids[1], ids[0]],
    });
    const imagesNow = async () => (await server.call(products.infoCall, { id })).images;
    expect((await imagesNow()).map((one) => one.id)).toEqual([ids[1], ids[0]]);
    const fewer = await server.call(products.update, { ...turned, ...same, images: [ids[0]] });
    expect((await shown(ids[1])).statusCode).toBe(404);
    await server.call(products.update, { ...fewer, ...same });
    expect((await imagesNow()).map((one) => one.id)).toEqual([ids[0]]);
    await server.call(products.remove, { id });
    expect((await shown(ids[0])).statusCode).toBe(404);
  });

  test('the first picture of a product shows on a document, in the picker and in the stock', async () => {
    const [one, two] = [await bring(await picture(20, 20)), await bring(await picture(30, 30))];
    const product = aProduct({ images: [one.id, two.id] });
    await server.call(products.add, product);
    const plain = aProduct({});
    await server.call(products.add, plain);
    const lines = [product, plain].map(({ barcodes: [first] }) => ({
      barcode: first?.code ?? '',
      quantity: '1',
    }));
    const { id } = await server.call(goodsDocuments.add, { kind: 'purchaseRequest', lines });
    const saved = await server.call(goodsDocuments.info, { id });
    expect(saved.lines.map(({ imageId }) => imageId)).toEqual([one.id, null]);
    const picked = await server.call(productChoices, { q: product.name });
    expect(picked.rows.map(({ imageId }) => imageId)).toEqual([one.id]);
    const search = { keyword: product.name, zeroStock: true };
    const stock = await server.request('GET', stockOnHandTable.path, { search });
    expect(stock.json()).toMatchObject({ data: { rows: [{ imageId: one.id }] } });
  });

  test('a file uploaded by another user or used by another record is refused', async () => {
    await server.addUser({ loginName: 'second', role: 'manager' });
    const { id } = await bring(await picture(20, 20));
    expect(
      await server.refusal(products.add, aProduct({ images: [id] }), await server.signIn('second')),
    ).toMatchObject({ key: 'file.missing', data: { field: 'images' } });
    await server.call(brands.add, { code: 'LOGO', name: 'Logo', logoId: id });
    expect(await server.refusal(products.add, aProduct({ images: [id] }))).toMatchObject({
      key: 'file.missing',
    });
  });

  test('a user’s picture is visible to colleagues only, and deleted with the user', async () => {
    const { id } = await bring(await picture(20, 20), 'face.png', 'user');
    const user = await server.call(users.add, { loginName: 'faced', name: 'Faced', pictureId: id });
    expect(await server.call(users.infoCall, { id: user.id })).toMatchObject({ pictureId: id });
    const search = JSON.stringify({ loginName: 'faced' });
    const listed = await server.request('GET', users.table.path, { search });
    expect(listed.json()).toMatchObject({ data: { rows: [{ name: 'Faced', pictureId: id }] } });
    await server.addUser({ loginName: 'colleague' });
    expect((await shown(id, {}, await server.signIn('colleague'))).statusCode).toBe(200);
    expect((await shown(id, {}, await server.signIn('other'))).statusCode).toBe(404);
    const { token } = await server.call(viewAs, { id: user.id });
    expect(await server.call(currentUser, {}, token)).toMatchObject({ pictureId: id });
    expect(await bring(Buffer.from('%PDF-1.7'), 'a.pdf', 'user')).toMatchObject({
      key: 'file.type',
    });
    expect(
      await bring(await picture(20, 20), 'a.png', 'user', await server.signIn('colleague')),
    ).toMatchObject({ key: 'access.denied' });
    await server.call(users.remove, { id: user.id });
    expect((await shown(id, {})).statusCode).toBe(404);
  });

  test('uploading a file requires the edit button of its page', async () => {
    await server.addUser({ loginName: 'keeper', role: 'keeper' });
    const keeper = await server.signIn('keeper');
    const paper = Buffer.from('%PDF-1.7');
    expect(await bring(paper, 'a.pdf', 'material', keeper)).toMatchObject({ key: 'access.denied' });
    expect(await bring(paper, 'a.pdf', 'bill', keeper)).toMatchObject({ type: 'application/pdf' });
    expect(await bring(paper, 'a.pdf', 'financial', keeper)).toMatchObject({
      key: 'access.denied',
    });
  });

  test('attachments are visible with their document, and deleted once removed from the document', async () => {
    const { id: warehouseId } = await server.call(warehouses.add, { name: 'Papers' });
    const goods = aProduct({});
    await server.call(products.add, goods);
    const { id, name } = await bring(Buffer.from('%PDF-1.7'), 'note.pdf', 'bill');
    const barcode = goods.barcodes[0]?.code ?? '';
    const input = {
      kind: 'otherIn',
      lines: [{ barcode, warehouseId, quantity: '1', unitPrice: '2' }],
    };
    const saved = await server.call(goodsDocuments.add, { ...input, attachments: [{ id, name }] });
    await server.addUser({ loginName: 'manager', role: 'manager' });
    expect((await shown(id, {}, await server.signIn('manager'))).statusCode).toBe(200);
    // Has no page of the kind, and sees documents of their own only.
    expect((await shown(id, {}, await server.signIn('seller'))).statusCode).toBe(404);
    expect(
      await server.refusal(goodsDocuments.add, { ...input, attachments: [{ id, name }] }),
    ).toMatchObject({ key: 'file.missing', data: { field: 'attachments' } });
    const { id: document, version } = saved;
    const without = { ...input, attachments: [], id: document, version };
    await server.call(goodsDocuments.update, without);
    expect((await shown(id)).statusCode).toBe(404);
  });

  test('a file without a record is deleted within a day', async () => {
    const { id } = await bring(await picture(20, 20));
    await server.arrange(server.company, (tx) =>
      sql`update stored_file set created_at = now() - interval '25 hours'
        where tenant_id = ${server.company.tenantId} and id = ${id}`.execute(tx),
    );
    await bring(await picture(20, 20));
    expect((await shown(id)).statusCode).toBe(404);
  });
});
