import { InvalidArgumentError } from 'commander';

/** Parses an option's value as a number from 0 to 1. */
export const fraction = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return value;
};
