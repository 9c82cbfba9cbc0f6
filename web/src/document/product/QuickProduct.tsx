import { highestBarcode, products } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { call, newKey } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { queryClient } from '../../app/net/query.ts';
import { useBusy } from '../../app/useBusy.ts';
import { GrowingCategorySelect } from '../../control/CategorySelect.tsx';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { t } from '../../phrase/index.ts';
import { typedAmount } from '../draft/numberInput.ts';

interface Props {
  /** What was looked for and not found: a code becomes the barcode, a word the name. */
  readonly keyword: string;
  /** The new product's barcode. */
  readonly onMade: (barcode: string) => void;
  readonly onClose: () => void;
}

const PRICES = ['purchase', 'retail', 'sale'] as const;
type Price = (typeof PRICES)[number];

const isCode = (text: string): boolean => /^\d{4,13}$/.test(text);

/** A product made on top of the lines: what a line needs, the rest on the product's own page (screens.md 5.14). */
export function QuickProduct({ keyword, onMade, onClose }: Props) {
  const given = isCode(keyword) ? { name: '', code: keyword } : { name: keyword, code: '' };
  const [name, setName] = useState(given.name);
  const [code, setCode] = useState(given.code);
  const [unit, setUnit] = useState('');
  const [category, setCategory] = useState<string | null>(null);
  const [prices, setPrices] = useState<Readonly<Record<Price, string>>>({
    purchase: '',
    retail: '',
    sale: '',
  });
  const [busy, run] = useBusy();
  const [key, setKey] = useState(newKey);
  const { data: highest } = useQuery({
    queryKey: ['highestBarcode'],
    queryFn: () => call(highestBarcode, {}, { quiet: true }),
    staleTime: 0,
  });

  useEffect(() => {
    if (highest === undefined) return;
    const next = String(BigInt(highest.barCode) + 1n);
    setCode((typed) => (typed === '' && isCode(next) ? next : typed));
  }, [highest]);

  const typed =
    name !== given.name || unit !== '' || Object.values(prices).some((one) => one !== '');
  const complete =
    name.trim() !== '' &&
    unit.trim() !== '' &&
    isCode(code) &&
    PRICES.every((price) => !('wrong' in typedAmount(prices[price])));

  const make = async (): Promise<void> => {
    const made = await run(async () => {
      const given = PRICES.filter((price) => prices[price] !== '');
      await call(
        products.add,
        {
          name: name.trim(),
          unitName: unit.trim(),
          ...(category === null ? {} : { categoryId: category }),
          barcodes: [
            {
              code,
              unit: unit.trim(),
              ...Object.fromEntries(given.map((price) => [`${price}Price`, prices[price]])),
            },
          ],
        },
        { key },
      );
      await queryClient.invalidateQueries({ queryKey: ['products'] });
      void notices().message.success(t('editor.quick.made', { name: name.trim() }));
      onMade(code);
    });
    // Another try is another request.
    if (!made) setKey(newKey());
  };

  return (
    <ChoiceModal
      width={520}
      title={t('editor.quick.title')}
      okText={t('act.save')}
      okDisabled={busy || !complete}
      typed={typed}
      onOk={() => void make()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('editor.quick.name')} required>
          <Input
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
            aria-label={t('editor.quick.name')}
          />
        </Form.Item>
        <Form.Item
          label={t('editor.column.barcode')}
          required
          validateStatus={code === '' || isCode(code) ? '' : 'error'}
        >
          <Input
            value={code}
            inputMode="numeric"
            maxLength={13}
            onChange={(event) => setCode(event.target.value.trim())}
            aria-label={t('editor.column.barcode')}
          />
        </Form.Item>
        <Form.Item label={t('editor.column.unit')} required>
          <Input
            value={unit}
            maxLength={10}
            onChange={(event) => setUnit(event.target.value)}
            aria-label={t('editor.column.unit')}
          />
        </Form.Item>
        <Form.Item label={t('editor.picker.category')}>
          <GrowingCategorySelect
            aria-label={t('editor.picker.category')}
            value={category}
            onChange={setCategory}
          />
        </Form.Item>
        {PRICES.map((price) => (
          <Form.Item
            key={price}
            label={t(`editor.quick.${price}`)}
            validateStatus={'wrong' in typedAmount(prices[price]) ? 'error' : ''}
          >
            <Input
              inputMode="decimal"
              value={prices[price]}
              onChange={(event) => setPrices({ ...prices, [price]: event.target.value.trim() })}
              aria-label={t(`editor.quick.${price}`)}
            />
          </Form.Item>
        ))}
      </Form>
    </ChoiceModal>
  );
}
