import { describe, expect, test } from 'vitest';
import { agreedWith, paysLater } from './paymentTerms.ts';

const settings = (zeroChangeAmount: boolean) => ({ timeZone: 'UTC', zeroChangeAmount });
const head = (paymentKind: string, days: number) => ({
  agreed: agreedWith({ paymentKind, paymentDays: days, monthEnd: false }),
  paymentKind: null,
  dueOn: null,
  time: '2026-01-15T04:00:00.000Z',
});

describe('payment of a bill before anything is typed', () => {
  test.each([
    ['cycle', 30, true, true],
    ['cash', 0, false, false],
    ['cycle', 0, false, true],
  ] as const)(
    'by %s terms of %i days is deferred: %s, and %s with the setting for later payment',
    (kind, days, off, on) => {
      expect(paysLater(head(kind, days), settings(false))).toBe(off);
      expect(paysLater(head(kind, days), settings(true))).toBe(on);
    },
  );

  test('a typed due date means credit, whatever the agreed terms', () => {
    const later = { ...head('cycle', 0), dueOn: '2026-02-01' };
    expect(paysLater(later, settings(false))).toBe(true);
  });

  test('without agreed terms the setting decides', () => {
    const unknown = { ...head('cash', 0), agreed: agreedWith(null) };
    expect(paysLater(unknown, settings(false))).toBe(false);
    expect(paysLater(unknown, settings(true))).toBe(true);
  });
});
