// What every list of samples is made of.

export type Input = Readonly<Record<string, unknown>>;
export type Make = () => Promise<Input> | Input;

/** A way to call an endpoint that is answered with `status` when the owner does. Made again for every call. */
export interface Sample {
  readonly label: string;
  readonly status: number;
  readonly input: Make;
}

/** By the call: `POST /depot/add`. */
export type Samples = Readonly<Record<string, readonly Sample[]>>;

export const sample = (label: string, input: Make, status = 200): Sample => ({
  label,
  status,
  input,
});

/** Sample of a call with a single way of use. */
export const one = (label: string, input: Make, status = 200): readonly Sample[] => [
  sample(label, input, status),
];
