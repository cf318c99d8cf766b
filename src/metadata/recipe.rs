//! The lines of a recipe that a page states: what it takes and what is to be done, as JSON-LD has them.

use super::json::Json;
use super::json_ld::{self, local};

/// Keys of a recipe that hold its lines; `ingredients` is the older name.
const LINES: [&str; 3] = ["recipeIngredient", "ingredients", "recipeInstructions"];

/// Keys of a step, or of a section of steps, that hold its lines.
const PARTS: [&str; 3] = ["name", "text", "itemListElement"];

/// The ingredients and the steps of the recipes that a script of JSON-LD describes, as they are written there:
/// plain text or HTML, of one line or of several. Recipes that are only part of another thing, such as entries
/// of a list, are none of the page's own.
pub(crate) fn recipe_lines(script: &str) -> Vec<String> {
    let values = Json::read(script);
    let is_recipe = |object: &&Json| {
        let kinds = object.get("@type").map_or(&[][..], Json::each);
        kinds.iter().filter_map(Json::text).any(|kind| local(kind) == "Recipe")
    };
    let mut lines = Vec::new();
    for recipe in json_ld::objects(&values).into_iter().filter(is_recipe) {
        let mut open: Vec<_> = LINES.iter().rev().filter_map(|key| recipe.get(key)).collect();
        while let Some(value) = open.pop() {
            match value {
                Json::Text(text) => lines.push(text.to_string()),
                Json::List(values) => open.extend(values.iter().rev()),
                Json::Object(_) => {
                    open.extend(PARTS.iter().rev().filter_map(|key| value.get(key)));
                }
                _ => {}
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ingredients_and_steps_in_their_order() {
        let script = r#"{"@graph": [{"@type": "WebPage", "text": "x"}, {"@type": ["Thing", "schema:Recipe"],
            "recipeIngredient": ["two eggs", "flour"],
            "recipeInstructions": [
                {"@type": "HowToSection", "name": "Dough", "itemListElement": [
                    {"@type": "HowToStep", "text": "Knead."}, {"@type": "HowToStep", "text": "Rest."}]},
                "Bake."]}]}"#;
        assert_eq!(
            recipe_lines(script),
            ["two eggs", "flour", "Dough", "Knead.", "Rest.", "Bake."]
        );
    }

    #[test]
    fn recipes_of_other_pages_are_none() {
        let listed = r#"{"@type": "ItemList", "itemListElement": [
            {"@type": "Recipe", "recipeIngredient": ["salt"]}]}"#;
        assert_eq!(recipe_lines(listed), [""; 0]);
        assert_eq!(recipe_lines(r#"{"@type": "Article", "ingredients": ["salt"]}"#), [""; 0]);
    }
}
