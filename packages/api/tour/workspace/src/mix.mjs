/** Grams of each ingredient in a bag of so many grams. */
export function mix(grams) {
  return { oats: grams * 0.5, nuts: grams * 0.3, raisins: grams * 0.3 }
}
