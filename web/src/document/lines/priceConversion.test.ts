import { expect, test, vi } from 'vitest';
import { createPriceConversion } from './priceConversion.ts';

test('a save before the look-up answers waits for the converted prices', async () => {
  const answers: (() => void)[] = [];
  let price = '30';
  const conversion = createPriceConversion(async () => {
    await new Promise<void>((resolve) => answers.push(resolve));
    price = '4';
  });
  conversion.schedule(300);
  const saved = conversion.settle().then((isConverted) => ({ isConverted, price }));
  answers[0]?.();
  expect(await saved).toEqual({ isConverted: true, price: '4' });
  expect(answers).toHaveLength(1);
});

test('a save after a failed look-up is refused, and the next save converts again', async () => {
  const convert = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no network'));
  const conversion = createPriceConversion(convert);
  conversion.schedule(300);
  expect(await conversion.settle()).toBe(false);
  convert.mockResolvedValue();
  expect(await conversion.settle()).toBe(true);
  expect(convert).toHaveBeenCalledTimes(2);
});

test('a save without a change of the currency looks nothing up', async () => {
  const convert = vi.fn<() => Promise<void>>();
  const conversion = createPriceConversion(convert);
  expect(await conversion.settle()).toBe(true);
  conversion.schedule(300);
  conversion.cancel();
  expect(await conversion.settle()).toBe(true);
  expect(convert).not.toHaveBeenCalled();
});
