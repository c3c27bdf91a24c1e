/** Property of a summary: the IDs of its originals, as JSON. No other property's value is a list of IDs. */
export const consolidatesProperty = 'consolidates';
