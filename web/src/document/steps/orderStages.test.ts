import { invoicePage } from '@tradehouse/contract';
import type { DocumentReply } from '@tradehouse/contract';
import { createElement } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { firstDrawn } from '../../list/testScreen.ts';
import { loadPhrases } from '../../phrase/index.ts';
import { OrderStages } from './OrderLife.tsx';

beforeAll(() => loadPhrases('en'));

const delivery = { kind: 'saleOut', id: '7', number: 'XSCK7' };

/** Draws the steps for a user of one page. */
function drawSteps(
  page: string,
  delivered: 'none' | 'partial',
  children: readonly object[] = [delivery],
): string {
  const step = (name: string, progress: string) => ({
    step: name,
    progress,
    part: '1',
    whole: '2',
  });
  // SAFETY: the steps read these fields of a reply and no others.
  const reply = {
    id: '3',
    number: 'XSDD3',
    currency: 'CNY',
    children,
    life: {
      progress: [step('deliver', delivered), step('receive', 'none'), step('invoice', 'partial')],
    },
  } as unknown as DocumentReply;
  const Stages = () => createElement(OrderStages, { reply, onOpen: () => undefined });
  return firstDrawn(Stages, page, []);
}

test('the delivery step of an order links to the deliveries of every day', () => {
  const drawn = drawSteps('/bill/sale_out', 'partial');
  expect(drawn).toContain('href="/bill/sale_out?wholeLinkNumber=XSDD3&amp;time=%2C"');
});

test('the step of an order with no progress opens no page', () => {
  expect(drawSteps('/bill/sale_out', 'none')).not.toContain('wholeLinkNumber');
});

test('the delivery step opens the tree of documents for a user without the list', () => {
  const drawn = drawSteps('/bill/sale_order', 'partial');
  expect(drawn).not.toContain('href=');
  expect(drawn).toMatch(/<button[^>]*class="link"[^>]*>Delivered/);
});

test('the invoice step links to the invoices of the only delivery, or opens the tree', () => {
  const list = `${invoicePage}?wholeBillNumber=XSCK7&amp;invoiceDate=%2C`;
  expect(drawSteps(invoicePage, 'partial')).toContain(list);
  const several = drawSteps(invoicePage, 'partial', [delivery, delivery]);
  expect(several).toMatch(/<button[^>]*class="link"[^>]*>Invoiced/);
});
