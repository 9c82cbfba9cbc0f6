import { expect, test, vi } from 'vitest';
import { createPriceConversion } from './priceConversion.ts';
import type { PriceCause } from './priceConversion.ts';

test('a save during the price look-up waits for the converted prices', async () => {
  const answers: (() => void)[] = [];
  let price = '30';
  const conversion = createPriceConversion(async () => {
    await new Promise<void>((resolve) => answers.push(resolve));
    price = '4';
  });
  conversion.schedule(300);
  const saved = conversion.settle().then((unpriced) => ({ unpriced, price }));
  answers[0]?.();
  expect(await saved).toEqual({ unpriced: null, price: '4' });
  expect(answers).toHaveLength(1);
});

test('a save with a failing price look-up is refused, and the next save repeats the look-up', async () => {
  const convert = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no network'));
  const conversion = createPriceConversion(convert);
  conversion.schedule(300);
  expect(await conversion.settle()).toBe('currency');
  convert.mockResolvedValue();
  expect(await conversion.settle()).toBeNull();
  expect(convert).toHaveBeenCalledTimes(2);
});

test('a save without a change of the currency looks up no prices', async () => {
  const convert = vi.fn<() => Promise<void>>();
  const conversion = createPriceConversion(convert);
  expect(await conversion.settle()).toBeNull();
  conversion.schedule(300);
  conversion.cancel();
  expect(await conversion.settle()).toBeNull();
  expect(convert).not.toHaveBeenCalled();
});

test('the message of a failed price look-up appears at once, until another rate is typed', async () => {
  const convert = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no network'));
  const tellFailed = vi.fn<(failed: PriceCause | null) => void>();
  const conversion = createPriceConversion(convert, tellFailed);
  conversion.schedule(0);
  await expect.poll(() => tellFailed.mock.lastCall).toEqual(['currency']);
  conversion.schedule(300);
  expect(tellFailed).toHaveBeenLastCalledWith(null);
});

test('the message of a failed price look-up disappears once a save has converted prices', async () => {
  const convert = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no network'));
  const tellFailed = vi.fn<(failed: PriceCause | null) => void>();
  const conversion = createPriceConversion(convert, tellFailed);
  conversion.schedule(300);
  expect(await conversion.settle()).toBe('currency');
  expect(tellFailed).toHaveBeenLastCalledWith('currency');
  expect(await conversion.settle()).toBeNull();
  expect(tellFailed).toHaveBeenLastCalledWith(null);
});

test('a failed look-up of activity prices is reported at the field of the activity', async () => {
  const convert = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no network'));
  const tellFailed = vi.fn<(failed: PriceCause | null) => void>();
  const conversion = createPriceConversion(convert, tellFailed);
  conversion.schedule(300, 'activityId');
  expect(await conversion.settle()).toBe('activityId');
  expect(tellFailed).toHaveBeenLastCalledWith('activityId');
});

test('a price look-up that fails after another rate was typed is not reported', async () => {
  const refusals: (() => void)[] = [];
  const tellFailed = vi.fn<(failed: PriceCause | null) => void>();
  const conversion = createPriceConversion(
    () => new Promise((_, reject) => refusals.push(() => reject(new Error('no network')))),
    tellFailed,
  );
  conversion.schedule(300);
  const saved = conversion.settle();
  conversion.schedule(300);
  refusals[0]?.();
  expect(await saved).toBe('currency');
  expect(tellFailed).not.toHaveBeenCalledWith('currency');
  conversion.cancel();
});
