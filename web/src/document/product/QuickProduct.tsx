import { highestBarcode, products } from '@tradehouse/contract';
import { nextBarcode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { callEndpoint, newKey } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { queryClient } from '../../app/net/query.ts';
import { useBusy } from '../../app/useBusy.ts';
import { GrowingCategorySelect } from '../../control/CategorySelect.tsx';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { t } from '../../phrase/index.ts';
import { typedAmount } from '../draft/numberInput.ts';

interface Props {
  /** Unsuccessful search text: a code becomes the barcode, a word the name. */
  readonly keyword: string;
  /** The new product's barcode. */
  readonly onMade: (barcode: string) => void;
  readonly onClose: () => void;
}

const PRICES = ['purchase', 'retail', 'sale'] as const;
type QuickPriceName = (typeof PRICES)[number];

type QuickPrices = Readonly<Record<QuickPriceName, string>>;

const NO_PRICES: QuickPrices = { purchase: '', retail: '', sale: '' };

const isQuickBarcode = (text: string): boolean => /^\d{4,13}$/.test(text);
const isWrongPrice = (text: string): boolean => 'wrong' in typedAmount(text);

interface QuickProductDraft {
  readonly name: string;
  /** '' until a free barcode is proposed. */
  readonly code: string;
  readonly unit: string;
  readonly category: string | null;
  readonly prices: QuickPrices;
}

const createQuickProduct = (keyword: string): QuickProductDraft => ({
  ...(isQuickBarcode(keyword) ? { name: '', code: keyword } : { name: keyword, code: '' }),
  unit: '',
  category: null,
  prices: NO_PRICES,
});

const isQuickProductComplete = ({ name, unit, code, prices }: QuickProductDraft): boolean =>
  name.trim() !== '' &&
  unit.trim() !== '' &&
  isQuickBarcode(code) &&
  !Object.values(prices).some(isWrongPrice);

const toQuickProductBody = ({ name, unit, code, category, prices }: QuickProductDraft) => ({
  name: name.trim(),
  unitName: unit.trim(),
  ...(category === null ? {} : { categoryId: category }),
  barcodes: [
    {
      code,
      unit: unit.trim(),
      ...Object.fromEntries(
        PRICES.filter((price) => prices[price] !== '').map((price) => [
          `${price}Price`,
          prices[price],
        ]),
      ),
    },
  ],
});

/** Holds the form and creates the product. */
function useQuickProduct({ keyword, onMade }: Props) {
  const [entered, setEntered] = useState(() => createQuickProduct(keyword));
  const [busy, run] = useBusy();
  const [key, setKey] = useState(newKey);
  const { data: highest } = useQuery({
    queryKey: ['highestBarcode'],
    queryFn: () => callEndpoint(highestBarcode, {}, { quiet: true }),
    staleTime: 0,
  });
  useEffect(() => {
    if (highest === undefined) return;
    const next = nextBarcode(highest.barCode);
    setEntered((typed) =>
      typed.code === '' && isQuickBarcode(next) ? { ...typed, code: next } : typed,
    );
  }, [highest]);
  const make = async (): Promise<void> => {
    const made = await run(async () => {
      const { name, code } = entered;
      await callEndpoint(products.add, toQuickProductBody(entered), { key });
      await queryClient.invalidateQueries({ queryKey: ['products'] });
      void getNotices().message.success(t('editor.quick.made', { name: name.trim() }));
      onMade(code);
    });
    // Another try is another request.
    if (!made) setKey(newKey());
  };
  const change = (part: Partial<QuickProductDraft>): void => setEntered({ ...entered, ...part });
  return { entered, change, busy, make };
}

/** Creates a product from within the lines, with only required fields; the product's page has the rest. */
export function QuickProduct(props: Props) {
  const { entered, change, busy, make } = useQuickProduct(props);
  const { name, unit, prices } = entered;
  const typed =
    name !== createQuickProduct(props.keyword).name ||
    unit !== '' ||
    Object.values(prices).some((one) => one !== '');
  return (
    <ChoiceModal
      width={520}
      title={t('editor.quick.title')}
      okText={t('act.save')}
      okDisabled={busy || !isQuickProductComplete(entered)}
      typed={typed}
      onOk={() => void make()}
      onCancel={props.onClose}
    >
      <QuickProductFields entered={entered} change={change} />
    </ChoiceModal>
  );
}

interface QuickProductFieldsProps {
  readonly entered: QuickProductDraft;
  readonly change: (part: Partial<QuickProductDraft>) => void;
}

function QuickProductFields({ entered, change }: QuickProductFieldsProps) {
  const { name, code, unit, category, prices } = entered;
  return (
    <Form layout="vertical">
      <Form.Item label={t('editor.quick.name')} required>
        <Input
          value={name}
          maxLength={100}
          onChange={(event) => change({ name: event.target.value })}
          aria-label={t('editor.quick.name')}
        />
      </Form.Item>
      <Form.Item
        label={t('editor.column.barcode')}
        required
        validateStatus={code === '' || isQuickBarcode(code) ? '' : 'error'}
      >
        <Input
          value={code}
          inputMode="numeric"
          maxLength={13}
          onChange={(event) => change({ code: event.target.value.trim() })}
          aria-label={t('editor.column.barcode')}
        />
      </Form.Item>
      <Form.Item label={t('editor.column.unit')} required>
        <Input
          value={unit}
          maxLength={10}
          onChange={(event) => change({ unit: event.target.value })}
          aria-label={t('editor.column.unit')}
        />
      </Form.Item>
      <Form.Item label={t('editor.picker.category')}>
        <GrowingCategorySelect
          aria-label={t('editor.picker.category')}
          value={category}
          onChange={(next) => change({ category: next })}
        />
      </Form.Item>
      {PRICES.map((price) => (
        <Form.Item
          key={price}
          label={t(`editor.quick.${price}`)}
          validateStatus={isWrongPrice(prices[price]) ? 'error' : ''}
        >
          <Input
            inputMode="decimal"
            value={prices[price]}
            onChange={(event) =>
              change({ prices: { ...prices, [price]: event.target.value.trim() } })
            }
            aria-label={t(`editor.quick.${price}`)}
          />
        </Form.Item>
      ))}
    </Form>
  );
}
