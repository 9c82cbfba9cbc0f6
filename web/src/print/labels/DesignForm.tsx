import { labelAligns, labelFields, labelSizes } from '@tradehouse/contract';
import type { LabelElement, LabelTemplate } from '@tradehouse/contract';
import { keysOf, labelCodes, sheetFor } from '@tradehouse/domain';
import { Checkbox, Form, Input, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { NumberField } from '../../control/NumberField.tsx';
import { t } from '../../phrase/index.ts';
import { elementLimits, GRID } from './design.ts';
import type { LabelSize } from './design.ts';

/** Labels measured in inches are whole tenths of a millimetre. */
const INCHES = 0.1;

interface DesignNumberProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  readonly step?: number;
  readonly suffix?: string;
  readonly onChange: (value: number) => void;
}

const Numbered = ({
  label,
  min = 0,
  suffix = 'mm',
  onChange,
  ...props
}: DesignNumberProps): ReactNode => (
  <Form.Item label={label}>
    <NumberField
      isRequired
      aria-label={label}
      min={min}
      step={GRID}
      suffix={suffix}
      onChange={(next) => next !== null && onChange(next)}
      {...props}
    />
  </Form.Item>
);

interface ElementProps {
  readonly element: LabelElement;
  readonly onChange: (part: Partial<LabelElement>) => void;
}

interface ElementFormProps extends ElementProps {
  readonly label: LabelSize;
}

function Says({ element, onChange }: ElementProps): ReactNode {
  if (element.is === 'text')
    return (
      <Form.Item label={t('label.is.text')}>
        <Input
          aria-label={t('label.is.text')}
          value={element.text}
          maxLength={100}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </Form.Item>
    );
  const codes = element.is !== 'field';
  return (
    <>
      {codes && (
        <Form.Item label={t('label.code')}>
          <Select
            aria-label={t('label.code')}
            value={element.is}
            options={labelCodes.map((value) => ({ value, label: t(`label.is.${value}`) }))}
            onChange={(is) => onChange({ is })}
          />
        </Form.Item>
      )}
      <Form.Item label={t('label.is.field')}>
        <Select
          aria-label={t('label.is.field')}
          value={element.field}
          options={labelFields.map((value) => ({ value, label: t(`label.field.${value}`) }))}
          onChange={(field) => onChange({ field })}
        />
      </Form.Item>
      <Checkbox
        checked={element.named}
        onChange={({ target }) => onChange({ named: target.checked })}
      >
        {t(codes ? 'label.readable' : 'label.named')}
      </Checkbox>
    </>
  );
}

/** Edits an element; its place and size stay within the label. */
export const ElementForm = ({ element, label, onChange }: ElementFormProps): ReactNode => (
  <Form layout="vertical" component="div">
    <Says element={element} onChange={onChange} />
    <div className="label-numbers">
      {(['left', 'top', 'width', 'height'] as const).map((name) => (
        <Numbered
          key={name}
          label={t(`label.${name}`)}
          value={element[name]}
          {...elementLimits(element, label)[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <Numbered
        label={t('label.fontSize')}
        value={element.fontSize}
        min={4}
        max={96}
        suffix="pt"
        onChange={(fontSize) => onChange({ fontSize })}
      />
    </div>
    <Form.Item label={t('label.align')}>
      <Segmented
        aria-label={t('label.align')}
        value={element.align}
        options={labelAligns.map((value) => ({ value, label: t(`label.side.${value}`) }))}
        onChange={(align) => onChange({ align })}
      />
    </Form.Item>
    <Checkbox checked={element.bold} onChange={({ target }) => onChange({ bold: target.checked })}>
      {t('label.bold')}
    </Checkbox>
  </Form>
);

type LabelSheetSettings = LabelTemplate['sheet'];
type LabelTemplatePart = Partial<Omit<LabelTemplate, 'elements'>>;

interface LabelFormProps {
  readonly template: LabelTemplate;
  readonly onChange: (part: LabelTemplatePart) => void;
}

function SheetForm({
  sheet,
  onChange,
}: {
  readonly sheet: LabelSheetSettings;
  readonly onChange: (sheet: LabelSheetSettings) => void;
}): ReactNode {
  return (
    <div className="label-numbers">
      {(['columns', 'rows', 'left', 'top', 'gapAcross', 'gapDown'] as const).map((name) => {
        const counts = name === 'columns' || name === 'rows';
        return (
          <Numbered
            key={name}
            label={t(`label.sheet.${name}`)}
            value={sheet[name]}
            min={counts ? 1 : 0}
            max={name === 'columns' ? 10 : name === 'rows' ? 30 : 100}
            step={counts ? 1 : GRID}
            suffix={counts ? '' : 'mm'}
            onChange={(value) => onChange({ ...sheet, [name]: value })}
          />
        );
      })}
    </div>
  );
}

export function LabelForm({ template, onChange }: LabelFormProps): ReactNode {
  const { width, height, onSheet, sheet } = template;
  const sizes = keysOf(labelSizes);
  const size = sizes.find(
    (one) => labelSizes[one].width === width && labelSizes[one].height === height,
  );
  return (
    <Form layout="vertical" component="div">
      <Form.Item label={t('label.size')}>
        <Select<keyof typeof labelSizes | 'own'>
          aria-label={t('label.size')}
          value={size ?? 'own'}
          options={[
            ...sizes.map((value) => ({ value, label: t(`label.size.${value}`) })),
            { value: 'own' as const, label: t('label.size.own'), disabled: true },
          ]}
          onChange={(one) => one !== 'own' && onChange(labelSizes[one])}
        />
      </Form.Item>
      <div className="label-numbers">
        <Numbered
          label={t('label.width')}
          value={width}
          min={15}
          max={210}
          step={INCHES}
          onChange={(value) => onChange({ width: value })}
        />
        <Numbered
          label={t('label.height')}
          value={height}
          min={10}
          max={297}
          step={INCHES}
          onChange={(value) => onChange({ height: value })}
        />
      </div>
      <Checkbox
        checked={onSheet}
        onChange={({ target }) => onChange({ onSheet: target.checked, sheet: sheetFor(template) })}
      >
        {t('label.onSheet')}
      </Checkbox>
      {sheet !== null && <SheetForm sheet={sheet} onChange={(next) => onChange({ sheet: next })} />}
    </Form>
  );
}
